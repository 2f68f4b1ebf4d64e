package evidence

import "testing"

// TestHonestForms writes quotes with and without marks of references, blanks beside signs of
// comparison, digits below and above the line, signs of currency and marks of items.
func TestHonestForms(t *testing.T) {
	for _, tt := range []struct {
		source, quote string
		same          bool
	}{
		{"The coating¹ is very hard and dry.", "The coating is very hard and dry.", true},
		{"The coating<sup>1</sup> is very hard and dry.", "The coating is very hard and dry.", true},
		{"The coating^1^ is very hard and dry.", "The coating is very hard and dry.", true},
		{"The coating is very hard.¹² It lasts for years.", "The coating is very hard. It lasts for years.", true},
		{"The coating is very hard.<sup>[2]</sup> It lasts for years.", "The coating is very hard. It lasts for years.", true},
		{"The coating is called \"hard\"² and lasts for years.", "The coating is called \"hard\" and lasts for years.", true},
		{"涂层¹非常坚硬，可以用很多年。", "涂层非常坚硬，可以用很多年。", true},
		{"涂层非常坚硬。²可以用很多年。", "涂层非常坚硬。可以用很多年。", true},
		{"The drag grows with speed² and falls with height.", "The drag grows with speed and falls with height.", false},
		{"The heat grows with temperature⁴ of the plate.", "The heat grows with temperature of the plate.", false},
		{"The plate is 40 acres¹ of land.", "The plate is 40 acres of land.", false},
		{"The plate is 5\"² of steel in all.", "The plate is 5\" of steel in all.", false},
		{"The area is 40 m² of wood.", "The area is 40 m of wood.", false},
		{"The tank holds 10² litres of water.", "The tank holds 10 litres of water.", false},
		{"The tank holds 10² litres of water.", "The tank holds 102 litres of water.", false},
		{"The value of mc² is large in the test.", "The value of mc is large in the test.", false},
		{"The value of sin² is large in the test.", "The value of sin is large in the test.", false},
		{"面积为40米²，高度合适。", "面积为40米，高度合适。", false},

		{"The effect was strong (p<0.001) in both groups.", "The effect was strong (p < 0.001) in both groups.", true},
		{"The effect was strong (n = 12, p = 0.001).", "The effect was strong (n=12, p=0.001).", true},
		{"The effect was strong (p < 0.001) in both groups.", "The effect was strong (p > 0.001) in both groups.", false},
		{"The effect was strong (p = 0.001) in both groups.", "The effect was strong (p=0.01) in both groups.", false},
		{"The loss was x = -5 in both groups.", "The loss was x=5 in both groups.", false},

		{"The plant emits 40 tons of CO₂ a year.", "The plant emits 40 tons of CO2 a year.", true},
		{"The plant emits 40 tons of CO2 a year.", "The plant emits 40 tons of CO₂ a year.", true},
		{"The plant emits 40 tons of CO<sub>2</sub> a year.", "The plant emits 40 tons of CO2 a year.", true},
		{"The plant emits 40 tons of CO~2~ a year.", "The plant emits 40 tons of CO₂ a year.", true},
		{"The plant uses H2SO4 and a lot of water.", "The plant uses H₂SO₄ and a lot of water.", true},
		{"The plant emits 40 tons of CO₂ a year.", "The plant emits 40 tons of CO", false},
		{"The plant emits 40 tons of CO₂ a year.", "The plant emits 40 tons of CO₃ a year.", false},
		{"The number is 10₂ in the old notation.", "The number is 102 in the old notation.", false},

		{"The hall has 400 m² of floor in use.", "The hall has 400 m2 of floor in use.", true},
		{"The hall has 400 m2 of floor in use.", "The hall has 400 m^2 of floor in use.", true},
		{"The ball falls at 9.8 m/s² in the hall.", "The ball falls at 9.8 m/s2 in the hall.", true},
		{"大厅的面积为400m²，高度合适。", "大厅的面积为400m2，高度合适。", true},
		{"The hall has 400 m³ of air in use.", "The hall has 400 m2 of air in use.", false},
		{"The hall has 400 m² of floor in use.", "The hall has 400 km2 of floor in use.", false},
		{"Type x2 of the tank is full of water.", "Type x² of the tank is full of water.", false},

		{"The price is €5 for each of the farms.", "The price is 5 euros for each of the farms.", true},
		{"The price is €5 for each of the farms.", "The price is EUR 5 for each of the farms.", true},
		{"The price is 1,500 EUR for each of the farms.", "The price is €1500 for each of the farms.", true},
		{"The price is €5 million for all of the farms.", "The price is 5 million euros for all of the farms.", true},
		{"The price is $5 for each of the farms.", "The price is 5 dollars for each of the farms.", true},
		{"The price is €5 for each of the farms.", "The price is $5 for each of the farms.", false},
		{"The price is €5 for each of the farms.", "The price is 5 for each of the farms.", false},
		{"The price is HK$5 for each of the farms.", "The price is 5 dollars for each of the farms.", false},
		{"The price is £5 for a sack of flour.", "The price is 5 pounds for a sack of flour.", false},
		{"The change is -€5 for each of the farms.", "The change is 5 euros for each of the farms.", false},
		{"The price is €5–10 for each of the farms.", "The price is 5 euros for each of the farms.", false},
		{"The Euro 5 engine is in each of the cars.", "The 5 euro engine is in each of the cars.", false},

		{"培训持续三个半月，然后考试。", "培训持续3.5个月，然后考试。", true},
		{"培训持续3.5个月，然后考试。", "培训持续三个半月，然后考试。", true},
		{"培训持续两天半，然后考试。", "培训持续2.5天，然后考试。", true},
		{"培训持续三个半月，然后考试。", "培训持续三个月，然后考试。", false},
		{"图书馆订了三个半月刊，读者很多。", "图书馆订了3.5个月刊，读者很多。", false},

		{"The team hired four engineers in 2030.", "[t]he team hired four engineers in 2030.", true},
		{"The plan is typical of all the farms.", "The plan is [a]typical of all the farms.", false},
		{"1) The team hired four engineers in 2030.", "1. The team hired four engineers in 2030.", true},
		{"1. The team hired four engineers in 2030.", "1) The team hired four engineers in 2030.", true},
		{"（1）团队在2030年聘请了四名工程师。", "1. 团队在2030年聘请了四名工程师。", true},
		{"1. The team hired four engineers in 2030.", "2) The team hired four engineers in 2030.", false},
		{"The share is 1.5 litres of clean water.", "1) 5 litres of clean water.", false},

		{"The interest is 3.50 % a year for all farms.", "The interest is 3.5 % a year for all farms.", false},
	} {
		x := New(tt.source)
		c := x.Verify(tt.quote)
		if c.Status.Proven() != tt.same || tt.same && (len(c.Note) > 0 || !x.Check(c)) {
			t.Errorf("%q in %q is %s (%s)", tt.quote, tt.source, c.Status, c.Note)
		}
		checkChinese(t, c.Note)
	}
}
