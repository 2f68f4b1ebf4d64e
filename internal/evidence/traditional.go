package evidence

import (
	"strings"
	"unicode/utf8"
)

// Cues are in simplified characters. A text is brought to these before cues are looked for; the
// normal form of quotes keeps both apart.

// traditional has each simplified character of the cues with its traditional forms behind it.
const traditional = `万萬 与與 专專 业業 两兩 个個箇 为爲 举舉 么麼 乌烏 书書 买買 争爭 于於 亏虧 产產 亩畝 亿億
	仅僅 从從 们們 价價 众衆 优優 会會 传傳 伪僞 体體 余餘 佛彿 修脩 关關 兴興 内內 册冊 写寫 农農
	决決 况況 准準 减減 几幾 出齣 划劃 则則 删刪 别別彆 办辦 务務 动動 励勵 势勢 区區 升昇 单單
	卖賣 却卻 厂廠 历曆歷 厘釐 厢廂 叁叄 发發髮 变變 只隻 台檯臺颱 号號 吁籲 合閤 同衕 后後 向嚮曏
	吨噸 听聽 员員 周週 响響 嘘噓 回迴 团團糰 围圍 国國 图圖 场場 块塊 坚堅 坝垻壩 声聲 处處 备備
	够夠 头頭 夸誇 学學 实實 审審 对對 寻尋 导導 将將 尘塵 尝嘗嚐 尽儘盡 层層 届屆 属屬 岁歲 币幣
	布佈 师師 干乾幹 并並併 广廣 应應 废廢 开開 异異 弃棄 张張 强強 当噹當 录彔錄 径徑 志誌 忧憂
	念唸 怀懷 总總 愿願 户戶 才纔 扣釦 扩擴 折摺 报報 担擔 拟擬 损損 换換 据據 搁擱 摄攝 数數 断斷
	无無 旧舊 时時 暂暫 机機 权權 条條 来來 极極 构構 标標 样樣 梦夢 检檢 欧歐 气氣 没沒 洁潔 测測
	润潤 涨漲 湿溼 满滿 潜潛 炉爐 点點 独獨 现現 电電 监監 盖蓋 确確 种種 称稱 税稅 稳穩 窑窯 筹籌
	简簡 类類 系係繫 约約 级級 纯純 纳納 纵縱 线線 组組 终終 绍紹 绎繹 经經 结結 给給 绝絕 统統
	绩績 续續 编編 缩縮 网網 群羣 职職 胡衚鬍 脚腳 致緻 舍捨 范範 获獲穫 虑慮 虚虛 虽雖 补補 表錶
	装裝 见見 观觀 规規 视視 觉覺 誉譽 计計 认認 讨討 让讓 训訓 议議 记記 讲講 许許 论論 设設 访訪
	证証證 评評 识識 诉訴 词詞 试試 诚誠 话話 诡詭 该該 语語 误誤 说說 请請 诺諾 读讀 谁誰 调調
	谈談 谋謀 谎謊 谓謂 谣謠 谬謬 谷穀 责責 质質 购購 贰貳 贴貼 费費 赞讚贊 轮輪 载載 较較 辅輔
	辆輛 输輸 辞辭 辟闢 辩辯 达達 过過 运運 还還 这這 远遠 连連 迟遲 迹跡蹟 适適 选選 遗遺 酝醞
	酿釀 采寀採 鉴鑑鑒 销銷 锈鏽 错錯 锡錫 镑鎊 长長 门門 闭閉 问問 间間 闻聞 阀閥 队隊 际際 陆陸
	陈陳 险險 随隨 隐隱 难難 页頁 项項 顺順 须須鬚 预預 领領 题題 风風 驳駁 验驗 鲜鮮`

// simpleOf has the simplified form of each traditional character of the list, 0 for others. Both have three bytes.
var simpleOf = func() (list [0xA000]rune) {
	for forms := range strings.FieldsSeq(traditional) {
		simple, size := utf8.DecodeRuneInString(forms)
		for _, r := range forms[size:] {
			list[r] = simple
		}
	}
	return list
}()

func isTraditional(r rune) bool { return int(r) < len(simpleOf) && simpleOf[r] != 0 }

// simplified is a text with the characters of cues in their simplified form. Places stay the same.
func simplified(s string) string {
	if strings.IndexFunc(s, isTraditional) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if isTraditional(r) {
			return simpleOf[r]
		}
		return r
	}, s)
}
