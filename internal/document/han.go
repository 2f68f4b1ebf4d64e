package document

// commonHan holds the most frequent ideographs of running Chinese text in both
// scripts: nearly half of any real text, next to none of a text decoded wrongly.
const commonHan = "的一是不了在人有我他这中大来上个国和也子时道出而要于就下得可你年生自会那后能对着事其里所去行过家十用发天如然作方成者多日都三小军二无同么经法当起与好看学进种将还分此心前面又定见只主没公从知全两所面等明情己最女但现外动机关身实开些重使加问做高业第体新报法度已本求物果应料设文件系统评审价值方案项目用户数据风险成本计划目标时间工作质量市场服务管理技术研究分析结论建议问题需要提高产品公司" +
	"這來個國時後會對著裡說們為與過還從當經發無開關動現實問種樣應學業報係統評審價質場務術議題專產區東車馬長門見員點話電頭氣進義書萬親覺記語黨軍運將總萬變條結給論數據風險規劃標間項戶員並於請"
