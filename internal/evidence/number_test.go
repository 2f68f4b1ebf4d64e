package evidence

import (
	"strings"
	"testing"
)

func TestNumbers(t *testing.T) {
	tests := []struct{ in, want string }{
		{"1,000", "1000"},
		{"1,234,567.50", "1234567.5"},
		{"1,00", "1,00"},
		{"007", "7"},
		{"0.50", "0.5"},
		{"3.0", "3"},
		{"三千万", "30000000"},
		{"3千万", "30000000"},
		{"3.5亿", "350000000"},
		{"十五", "15"},
		{"一百零五", "105"},
		{"二〇二六", "2026"},
		{"两万", "20000"},
		{"1万亿", "1000000000000"},
		{"三万亿", "3000000000000"},
		{"万", "10000"},
		{"15 000", "15000"},
		{"15'000.50", "15000.5"},
		{"1.5 million", "1500000"},
		{"$1.5m", "1500000"},
		{"一万五", "15000"},
		{"一万零五", "10005"},
		{"一点二亿", "120000000"},
		{"三四", "三四"},
		{"十七八", "十七八"},
		{"三两", "三两"},
	}
	for _, tt := range tests {
		at := len(tt.in) - len(strings.TrimPrefix(tt.in, "$"))
		if got, end := scanNumber(tt.in, at); got != tt.want || end != len(tt.in) {
			t.Errorf("scanNumber(%q) = %s, %d, want %s", tt.in, got, end, tt.want)
		}
	}
}

// TestNumbersCutOrRewritten quotes a number, a unit or a sign as another one, by
// cutting it or by what the normal form folds away.
func TestNumbersCutOrRewritten(t *testing.T) {
	tests := []struct{ source, quote string }{
		{"We sold 1 500 units of it in the first year.", "500 units of it in the first year"},
		{"We sold 1\u202f500 units of it in the first year.", "500 units of it in the first year"},
		{"We sold 1'500 units of it in the first year.", "500 units of it in the first year"},
		{"We sold 1’500 units of it in the first year.", "500 units of it in the first year"},
		{"We sold 1_500 units of it in the first year.", "500 units of it in the first year"},
		{"We sold it to 2 000 000 users of the first year.", "000 000 users of the first year"},
		{"We sold all of it for 1 500 dollars.", "We sold all of it for 1"},
		{"We sold all of it for 1’500 dollars.", "We sold all of it for 1"},
		{"The load of the roof is 5 × 10 tons.", "The load of the roof is 5"},
		{"The water costs 3.2 cents per m² of field.", "The water costs 3.2 cents per m"},
		{"The town has half a million people.", "The town has half a"},
		{"The town has half a million people.", "The town has half"},
		{"The town has half a million people.", "a million people"},
		{"The school held a six-week trial of the pump.", "week trial of the pump"},
		{"The school held a 6-week trial of the pump.", "week trial of the pump"},
		{"The school held a 6-week trial of the pump.", "The school held a 6"},
		{"愿意续费的农户有九成五。", "愿意续费的农户有九成"},
		{"愿意续费的农户有八成半。", "愿意续费的农户有八成"},
		{"The load of the roof is 5 ± 2 tons.", "The load of the roof is 5"},
		{"The load of the roof is 10⁶ tons.", "The load of the roof is 10"},
		{"The load of the roof is 10⁻⁶ tons.", "The load of the roof is 10"},
		{"The load of the roof is 10 to the power of 6.", "The load of the roof is 10"},
		{"The load of the roof is 3⅓ tons.", "The load of the roof is 3"},
		{"The load of the roof is 3 ½ tons.", "The load of the roof is 3"},
		{"The load of the roof is 3 1/2 tons.", "The load of the roof is 3"},
		{"The load is 3 1/2 tons of snow on the roof.", "1/2 tons of snow on the roof"},
		{"The load is 3 to 5 tons of snow on the roof.", "5 tons of snow on the roof"},
		{"The load on the roof is 3 to 5 tons of snow.", "The load on the roof is 3"},
		{"The gap below the roof is 5 µm wide.", "The gap below the roof is 5"},
		{"The gap below the roof is 5 Ω strong.", "The gap below the roof is 5"},
		{"The work on the roof takes 5 man-months.", "The work on the roof takes 5"},
		{"The growth of the shop was 5-fold.", "The growth of the shop was 5"},
		{"The growth of the shop was 5 per cent.", "The growth of the shop was 5"},
		{"The visit took all of us 5 and a half hours.", "The visit took all of us 5"},
		{"The visit took all of us two and a half hours.", "The visit took all of us two"},
		{"The dish held 10<sup>6</sup> cells.", "The dish held 10"},
		{"The dish held 10<sup>-6</sup> mol.", "The dish held 10"},
		{"The dish held 10^6 cells.", "The dish held 10"},
		{"The dish held 10^{6} cells.", "The dish held 10"},
		{"The dish held 10**6 cells.", "The dish held 10"},
		{"The dish held 10¹² cells.", "The dish held 10"},
		{"The dish held 10¹² cells.", "The dish held 10¹"},
		{"The dish held 10<sup>6</sup> cells.", "The dish held 10 cells"},
		{"The dish held 10⁶ cells in all of May.", "The dish held 106 cells in all of May"},
		{"The dish held 10⁶ cells in all of May.", "6 cells in all of May"},
		{"The garden has 400 m² of beds.", "The garden has 400 m"},
		{"The garden has 400 m<sup>2</sup> of beds.", "The garden has 400 m"},
		{"The garden has 400 m² of tulips and beds.", "2 of tulips and beds"},
		{"The wind in the valley had 40 km/h.", "The wind in the valley had 40 km"},
		{"菜园的面积有400米²，种满了花。", "菜园的面积有400米"},
		{"Fuel costs 2.4 Euros per litre in the valley.", "Euros per litre in the valley"},
		{"Fuel costs 2000 euros per year in the valley.", "euros per year in the valley"},
		{"Fuel costs two euros per litre in the valley.", "euros per litre in the valley"},
		{"The boxes weigh 2000 kg with all of their books.", "kg with all of their books"},
		{"They asked twenty five owners of shops.", "five owners of shops"},
		{"They asked five hundred owners of shops.", "hundred owners of shops"},
		{"They asked 5 million owners of shops.", "million owners of shops"},
		{"They asked one hundred and twenty owners of shops.", "twenty owners of shops"},
		{"They asked about a hundred owners of shops.", "a hundred owners of shops"},
		{"They asked thirty-four owners of shops.", "owners of shops"},
		{"Owners of shops asked one hundred and twenty.", "Owners of shops asked one hundred"},
		{"Owners of shops asked one hundred and twenty.", "Owners of shops asked one hundred and"},
		{"Sales of the shop rose by five per cent in May.", "Sales of the shop rose by five per"},
		{"公司用户占百分之七十的市场份额和利润。", "之七十的市场份额和利润"},
		{"The profit was HK$5 million last year.", "$5 million last year"},
		{"The profit was - 5 % of sales, says Ann.", "The profit was -5 % of sales"},
		{"The profit was -5 % of sales, says Ann.", "The profit was - 5 % of sales"},
		{"今年利润—5%的增长来自海外市场。", "今年利润-5%的增长来自海外市场"},
		{"门店成本下降15，300家门店实现盈利。", "门店成本下降15,300家门店实现盈利"},
		{"公司的用户有三到五万人，主要在海外。", "公司的用户有三"},
		{"Last year revenue was between £1m and £2m in two towns.", "Last year revenue was between £1m"},
		{"Last year prices fell by between 10 and 30 per cent.", "Last year prices fell by between 10"},
		{"The way to school grew from 3 km to 5 km.", "The way to school grew from 3 km"},
		{"该产品的价格介于一百元和两百元之间。", "该产品的价格介于一百元"},
		{"公司的销量从三千台到五千台不等。", "公司的销量从三千台"},
		{"本季度的良品率达到九成五。", "本季度的良品率达到九成"},
		{"这张桌子的宽度是两米五。", "这张桌子的宽度是两米"},
		{"每双鞋的成本是三块五左右。", "每双鞋的成本是三块"},
		{"大约有八十来户农户参加了试点。", "大约有八十"},
		{"公司的用户有3至5万人，主要在海外。", "公司的用户有3"},
		{"公司的用户有3到5万人，主要在海外。", "5万人，主要在海外"},
		{"公司的收入为3亿5000万元，没有变化。", "5000万元，没有变化"},
		{"公司用户占五分之一的市场份额和利润。", "一的市场份额和利润"},
		{"公司的用户占市场的五分之一。", "公司的用户占市场的五分"},
		{"公司的用户达到5万多，主要来自海外。", "公司的用户达到5万"},
		{"公司的用户达到5万余人，主要来自海外。", "公司的用户达到5万"},
		{"公司的项目已运营5年多，主要在海外。", "公司的项目已运营5年"},
		{"公司的项目已运营三年半，主要在海外。", "公司的项目已运营三年"},
		{"The walk took one and a half hours in the rain.", "a half hours in the rain"},
		{"The walk took one and a half hours in the rain.", "half hours in the rain"},
		{"The walk in the rain took 1 and three quarters hours.", "The walk in the rain took 1"},
		{"The shop sold 20k units in the first year.", "k units in the first year"},
		{"有二又三分之一的农户参加了活动和培训。", "三分之一的农户参加了活动和培训"},
		{"水泵的价格为1万5千元，保持稳定。", "5千元，保持稳定"},
		{"The plant has 1.5 MW of power for us.", "The plant has 1.5 mW of power"},
		{"The plant has 1.5 ㎿ of power for us.", "The plant has 1.5 mW of power"},
		{"The plant has 1.5 **MW** of power for us.", "The plant has 1.5 mW of power"},
		{"The plant has a 5-MW turbine for us.", "The plant has a 5-mW turbine"},
		{"The link carries 100 Gb/s to the depot.", "The link carries 100 GB/s to the depot"},
		{"The link carries five MB to the depot.", "The link carries five Mb to the depot"},
		{"They raised 5 M EUR in the first year.", "They raised 5 m EUR in the first year"},
		{"该电站功率为5 MW，已经投入运行。", "该电站功率为5 mW，已经投入运行"},
	}
	for _, tt := range tests {
		c := New(tt.source).Verify(tt.quote)
		if c.Status != Altered {
			t.Errorf("%q in %q is %s (%s)", tt.quote, tt.source, c.Status, c.Note)
		}
		checkChinese(t, c.Note)
	}
}

// TestNumbersBesideNumbers quotes what only looks like a part of a number.
func TestNumbersBesideNumbers(t *testing.T) {
	tests := []struct{ source, quote string }{
		{"In 2023 500 users came to the shop.", "500 users came to the shop"},
		{"In 2023 EUR 5 million came to the shop.", "EUR 5 million came to the shop"},
		{"In 2023 Euros came to the shop.", "Euros came to the shop"},
		{"In Q3 250 users came to the shop.", "250 users came to the shop"},
		{"| 12 | 345 users in the shop | yes |", "345 users in the shop"},
		{"用户数由去年的9万提高到5万人的水平。", "5万人的水平"},
		{"In 2023 five owners came to the shop.", "five owners came to the shop"},
		{"The shop sold 12 500 units last year.", "The shop sold 12 500 units"},
		{"The plan covers 3–5 years of the lease.", "The plan covers 3 - 5 years of the lease"},
		{"The plant has 1.5 MW of power for us.", "THE PLANT HAS 1.5 MW OF POWER"},
		{"The battery weighs 5 kg without its box.", "The battery weighs 5 KG without its box"},
		{"门店成本下降15，300家门店实现盈利。", "门店成本 下降15，300家门店实现盈利"},
		{"全年共售出１，５００台新设备。", "全年共售出1,500台新设备"},
		{"公司已运营5年，半数员工在海外。", "公司已运营5年"},
		{"公司拜访了5家，多次得到支持。", "公司拜访了5家"},
		{"公司连续5年多次获得奖项和支持。", "公司连续5年"},
		{"The total - 5 % of sales - is small.", "The total – 5 % of sales – is small"},
	}
	for _, tt := range tests {
		if c := New(tt.source).Verify(tt.quote); !c.Status.Proven() {
			t.Errorf("%q in %q is %s (%s)", tt.quote, tt.source, c.Status, c.Note)
		}
	}
}

func TestNumbersInWords(t *testing.T) {
	tests := []struct{ in, want string }{
		{"two", "2"},
		{"thirtyfour", "34"},
		{"thirty four", "34"},
		{"twelve hundred", "1200"},
		{"one hundred and twenty", "120"},
		{"two hundred and fifty thousand", "250000"},
		{"one million two hundred thousand and five", "1200005"},
		{"a hundred", "100"},
		{"one", ""},
		{"a", ""},
		{"two thirds", ""},
		{"twenty twenty", ""},
		{"hundred", ""},
	}
	for _, tt := range tests {
		if got, end := scanWords(tt.in, 0, ""); got != tt.want || got != "" && end != len(tt.in) {
			t.Errorf("scanWords(%q) = %s, %d, want %s", tt.in, got, end, tt.want)
		}
	}
}

// TestSameValues quotes numbers and marks in another way, each in both directions.
func TestSameValues(t *testing.T) {
	tests := []struct {
		a, b string
		same bool
	}{
		{"The team ran thirty-four days in the field.", "The team ran 34 days in the field.", true},
		{"The team ran thirty-four days in the field.", "The team ran 35 days in the field.", false},
		{"We asked one hundred and twenty owners of shops.", "We asked 120 owners of shops.", true},
		{"We asked one hundred and twenty owners of shops.", "We asked 100 and 20 owners of shops.", false},
		{"We asked between one hundred and two thousand owners.", "We asked between 100 and 2,000 owners.", true},
		{"We sold 15,000 units in the first year.", "We sold 15000 units in the first year.", true},
		{"We sold 15\u202f000 units in the first year.", "We sold fifteen thousand units in the first year.", true},
		{"We sold 15 000 units in the first year.", "We sold 1,500 units in the first year.", false},
		{"We sold 1.5 million units in the first year.", "We sold 1,500,000 units in the first year.", true},
		{"We sold 1.5 million units in the first year.", "We sold 1.5 billion units in the first year.", false},
		{"The profit was $1.5m in the first year.", "The profit was $1.5 million in the first year.", true},
		{"The new beam is 1.5m long in the plan.", "The new beam is 1.5 million long in the plan.", false},
		{"Take 2 500 mg tablets of it each day.", "Take 2500 mg tablets of it each day.", false},
		{"利润—5%的三家门店的成本很高。", "利润-5%的3家门店的成本很高。", false},
		{"The tax is half a million euros per year.", "The tax is 1,000,000 euros per year.", false},
		{"Sales rose by five per cent in the year.", "Sales rose by 5% in the year.", true},
		{"Sales rose by 5 percentage points in a year.", "Sales rose by 5% points in a year.", false},
		{"Version 3.10 of the tool reads the file.", "Version 3.1 of the tool reads the file.", false},
		{"销售额达到五万元，创下新高。", "销售额达到50,000元，创下新高。", true},
		{"销售额达到5万元，创下新高。", "销售额达到5000元，创下新高。", false},
		{"销售额达到4.0亿元，创下新高。", "销售额达到4亿元，创下新高。", false},
		{"三成员工参加了去年的培训。", "30%员工参加了去年的培训。", true},
		{"公司于周三成立于北京城郊。", "公司于周30%立于北京城郊。", false},
		{"百分之三点五的农户参加了活动。", "3.5%的农户参加了活动。", true},
		{"大约三四天可以完成全部工作。", "大约34天可以完成全部工作。", false},
		{"门店成本下降15，300家门店实现盈利。", "门店成本下降15300家门店实现盈利。", false},
		{"The man called it 'a gift' of the town.", "The man called it “a gift” of the town.", true},
		{"The man called it 「a gift」 of the town.", "The man called it 'a gift' of the town.", true},
		{"The new beam is 5' long in the plan.", "The new beam is 5\" long in the plan.", false},
		{"The mill, built in 1911 [3], uses little water [12, 14].", "The mill, built in 1911, uses little water.", true},
		{"The mill, built in 1911 (3), uses little water.", "The mill, built in 1911, uses little water.", false},
		{"The library was the 3rd in the valley.", "The library was the third in the valley.", true},
		{"The library was the 3rd in the valley.", "The library was the fourth in the valley.", false},
		{"The pump of the 2nd mill stops for a second.", "The pump of the second mill stops for a second.", true},
		{"The pump stops after two second pulses.", "The pump stops after 22nd pulses.", false},
		{"The last ferry leaves at 9:30 p.m. on Sundays.", "The last ferry leaves at 9:30 pm on Sundays.", true},
		{"The last ferry leaves at 9:30 p.m. on Sundays.", "The last ferry leaves at 9:30 am on Sundays.", false},
		{"The first ferry leaves at 6 a.m.", "The 1st ferry leaves at 6 am.", true},
		{"The dish held 10<sup>6</sup> cells in May.", "The dish held 10⁶ cells in May.", true},
		{"The dish held 10^-6 mol in May.", "The dish held 10⁻⁶ mol in May.", true},
		{"The dish held 10⁻⁶ mol in May.", "The dish held 10⁶ mol in May.", false},
		{"The garden has 400 m^2 of beds.", "The garden has 400 m² of beds.", true},
		{"The walk is 10–20 km long in the valley.", "The walk is 10 to 20 km long in the valley.", true},
		{"The walk is 10 – 20 km long in the valley.", "The walk is ten to twenty km long in the valley.", true},
		{"The walk is 10–20 km long in the valley.", "The walk is 10 to 30 km long in the valley.", false},
		{"The walk is 10 km–20 km long in the valley.", "The walk is 10 km to 20 km long in the valley.", true},
		{"Sales grew by 5–10 % in the valley.", "Sales grew by 5 to 10 percent in the valley.", true},
		{"Prices go from 5–10 euros in the valley.", "Prices go from 5 to 10 euros in the valley.", true},
		{"Prices rose from 5 to 10 euros in the valley.", "Prices rose 5–10 euros in the valley.", false},
		{"The repair costs $5–$10 in the valley.", "The repair costs $5 to $10 in the valley.", true},
		{"The shop is open 9 am–5 pm in the valley.", "The shop is open 9 am to 5 pm in the valley.", true},
		{"The cold is -5 to 10 degrees in the valley.", "The cold is 5 to 10 degrees in the valley.", false},
		{"The cold is 3 -5 degrees in the valley.", "The cold is 3 to 5 degrees in the valley.", false},
		{"步道全长10—20公里，穿过整个山谷。", "步道全长10至20公里，穿过整个山谷。", true},
		{"步道全长10～20公里，穿过整个山谷。", "步道全长十到二十公里，穿过整个山谷。", true},
		{"步道全长10至20公里，穿过整个山谷。", "步道全长10-21公里，穿过整个山谷。", false},
		{"销售额增长5%至10%，创下新高。", "销售额增长5%-10%，创下新高。", true},
		{"销售额增长5%—10%，创下新高。", "销售额增长5%至10%，创下新高。", true},
		{"团队在2019年至2021年运营了水泵。", "团队在2019年–2021年运营了水泵。", true},
		{"该厂于二○二五年达到了所有限值。", "该厂于2025年达到了所有限值。", true},
		{"三分之一的农户参加了活动和培训。", "1/3的农户参加了活动和培训。", true},
		{"有四分之三的农户参加了活动和培训。", "有¾的农户参加了活动和培训。", true},
		{"有千分之三的农户参加了活动和培训。", "有3‰的农户参加了活动和培训。", true},
		{"有十三分之一的农户参加了活动和培训。", "有1/3的农户参加了活动和培训。", false},
		{"有二又三分之一的农户参加了活动和培训。", "有2⅓的农户参加了活动和培训。", true},
		{"Two-thirds of the farms took part in May.", "2/3 of the farms took part in May.", true},
		{"A quarter of the farms took part in May.", "1/4 of the farms took part in May.", true},
		{"A third party took part in the race of May.", "A 1/3 party took part in the race of May.", false},
		{"Sales fell for three quarters in a row in May.", "Sales fell for 3/4 in a row in May.", false},
		{"The walk took one and a half hours in the rain.", "The walk took 1.5 hours in the rain.", true},
		{"The walk took 2 1/2 hours in the rain.", "The walk took 2½ hours in the rain.", true},
		{"The walk took 2 1/20 hours in the rain.", "The walk took 2.50 hours in the rain.", false},
		{"They took one and a half of the rest in May.", "They took 1.5 of the rest in May.", false},
		{"Between one and a half and two litres are lost.", "Between 1.5 and two litres are lost.", false},
		{"They sold one and a half million units in May.", "They sold 1,500,000 units in May.", true},
		{"The walk took half an hour in the rain of May.", "The walk took 0.5 an hour in the rain of May.", false},
		{"会议持续了一个半小时，没有结果。", "会议持续了1.5小时，没有结果。", true},
		{"会议开了三个半天，没有结果出来。", "会议开了3.5天，没有结果出来。", false},
		{"公司运营了两年半，员工都在海外。", "公司运营了2.5年，员工都在海外。", true},
		{"公司有5年半成品的库存在海外。", "公司有5.5年成品的库存在海外。", false},
		{"The shop sold 20k units in the first year.", "The shop sold 20 000 units in the first year.", true},
		{"The shop sold 20K units in the first year.", "The shop sold 20,000 units in the first year.", true},
		{"The fund has 1.5k euros for the pumps.", "The fund has 1,500 euros for the pumps.", true},
		{"The race is 10k and starts in the valley.", "The race is 10,000 and starts in the valley.", false},
		{"The oven is 300K hot and ran for days.", "The oven is 300,000 hot and ran for days.", false},
		{"The shop sold 20k units in the first year.", "The shop sold 20m units in the first year.", false},
		{"公司全年收入为两千万元，创下新高。", "公司全年收入为20,000,000元，创下新高。", true},
		{"水泵的价格为1万5千元，保持稳定。", "水泵的价格为15,000元，保持稳定。", true},
		{"水泵的压力可达1百帕，保持稳定。", "水泵的压力可达百帕，保持稳定。", false},
		{"百分之百的农户参加了活动和培训。", "100%的农户参加了活动和培训。", true},
		{"水泵的压力为十五点五公斤，保持稳定。", "水泵的压力为15.5公斤，保持稳定。", true},
		{"The player's shop is in the old town.", "The player”s shop is in the old town.", false},
	}
	for _, tt := range tests {
		for _, q := range [][2]string{{tt.a, tt.b}, {tt.b, tt.a}} {
			x := New(q[0])
			c := x.Verify(q[1])
			if c.Status.Proven() != tt.same {
				t.Errorf("%q in %q is %s (%s)", q[1], q[0], c.Status, c.Note)
			}
			if tt.same && !x.Check(c) {
				t.Errorf("Check fails for %+v", c)
			}
		}
	}
}

// TestSameNumbers writes numbers in every form: quotes of another form of the same number are
// proven, and those of another number never are.
func TestSameNumbers(t *testing.T) {
	type number struct{ before, after, forms string }
	var numbers []number
	for _, forms := range []string{
		"20k | 20,000 | 20 000 | 20000 | twenty thousand", "2k | 2,000 | two thousand", "200k | 200,000 | two hundred thousand", "1.5k | 1,500 | 1500", "15k | 15,000 | fifteen thousand",
		"1.5 million | 1,500,000 | one and a half million | 1½ million", "2.5 million | two and a half million | 2 1/2 million", "25 million | twenty-five million", "20 | twenty",
	} {
		numbers = append(numbers, number{"The shop of the valley sold ", " units in its first year.", forms})
	}
	for _, forms := range []string{
		"1.5 | one and a half | 1½ | 1 1/2 | 1 and a half", "2.5 | two and a half | 2½ | 2 1/2", "1.25 | one and a quarter | 1¼ | 1 1/4", "1.75 | one and three quarters | one and three-quarters | 1¾ | 1 3/4",
		"15 | fifteen", "5.5 | five and a half | 5 1/2", "51/2", "11/2", "2 1/3 | 2⅓", "21/3", "2.05", "12.5 | twelve and a half",
	} {
		numbers = append(numbers, number{"The walk in the valley took ", " hours in the rain.", forms})
	}
	for _, forms := range []string{"2/3 | two thirds | two-thirds | ⅔", "1/3 | a third | one third | one-third | ⅓", "3/4 | three quarters | ¾", "1/4 | a quarter | ¼", "2/5 | two fifths | ⅖", "3/2", "2/30", "3/10 | three tenths"} {
		numbers = append(numbers, number{"In the dry year of the drought ", " of the farms had water.", forms})
	}
	for _, forms := range []string{"half a million | half million | 500,000 | 0.5 million", "a million | one million | 1,000,000", "500 million | half a billion", "half of the", "0.5"} {
		numbers = append(numbers, number{"In the dry year of the drought ", " people had water.", forms})
	}
	for _, forms := range []string{"1-week | one-week | one week | 1 week", "6-week | six-week | six week | 6 week", "16-week | sixteen-week", "26-week | twenty-six-week", "10-year-old | ten-year-old", "10-year | ten-year"} {
		numbers = append(numbers, number{"In the dry year the school held a ", " trial of the pump.", forms})
	}
	for _, forms := range []string{"2nd | second", "3rd | third", "12th | twelfth", "20th | twentieth", "21st | twenty-first", "22nd | twenty-second", "30th | thirtieth", "13th | thirteenth"} {
		numbers = append(numbers, number{"The pump in the valley of the farms is the ", " that was sold.", forms})
	}
	for _, forms := range []string{"95% | 九成五 | 百分之九十五", "90% | 九成", "85% | 八成半 | 八成五", "80% | 八成", "9.5"} {
		numbers = append(numbers, number{"去年山谷里共有", "的农户用上了清洁的水和电力。", forms})
	}
	for _, forms := range []string{"2w名 | 2万名 | 20000名 | 两万名", "2名 | 两名", "2w台"} {
		numbers = append(numbers, number{"去年山谷里共有", "工人用上了清洁的水和电力。", forms})
	}
	for _, forms := range []string{"half the | half of the", "all the | all of the", "the"} {
		numbers = append(numbers, number{"In the dry year of the drought ", " farms had water.", forms})
	}
	for _, forms := range []string{
		"1/3 | 三分之一 | ⅓", "2/3 | 三分之二", "3/4 | 四分之三 | ¾", "1/30 | 三十分之一", "1/13 | 十三分之一", "3/10 | 十分之三", "3/10000 | 万分之三", "3‰ | 千分之三", "3% | 百分之三", "5% | 百分之五", "15.5% | 百分之十五点五",
		"20000000 | 两千万 | 2000万 | 2千万 | 20,000,000 | 0.2亿", "2000 | 两千 | 2千", "200万 | 两百万 | 2,000,000", "15000 | 1.5万 | 一万五千 | 1万5千 | 15,000 | 一点五万", "10500 | 1.05万 | 一万零五百", "15.5 | 十五点五", "155 | 一百五十五", "15.05 | 十五点零五", "2025 | 二〇二五 | 二零二五 | 二○二五", "2026 | 二〇二六",
	} {
		numbers = append(numbers, number{"去年山谷里共有", "的份额用于清洁用水和电力。", forms})
	}
	for i, a := range numbers {
		for k, b := range numbers {
			if a.before != b.before {
				continue
			}
			for said := range strings.SplitSeq(a.forms, " | ") {
				x := New("The road is old. " + a.before + said + a.after)
				for quoted := range strings.SplitSeq(b.forms, " | ") {
					c := x.Verify(b.before + quoted + b.after)
					if c.Status.Proven() != (i == k) || i == k && !x.Check(c) {
						t.Errorf("%q for %q is %s (%s)", quoted, said, c.Status, c.Note)
					}
				}
			}
		}
	}
}
