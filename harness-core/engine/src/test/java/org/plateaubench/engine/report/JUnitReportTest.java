// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.CheckDefinition.Term;
import org.plateaubench.engine.judge.Judge;
import org.plateaubench.engine.judge.SampleRun;
import org.plateaubench.engine.judge.TestPlan;
import org.plateaubench.engine.judge.TestRun;
import org.plateaubench.engine.judge.result.Judgement;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

final class JUnitReportTest {
    @TempDir
    Path folder;

    @Test
    void limitsAndAuditsAreReportedAsTestSuites() throws Exception {
        Judgement judgement = judge(SampleRun.failing(folder, 12));
        Element suite = parse(JUnitReport.of(judgement));
        int limits = judgement.workloads().getFirst().lines().stream()
                .mapToInt(line -> line.limits().size())
                .sum();
        assertThat(limits).isEqualTo(5);
        NodeList suites = suite.getElementsByTagName("testsuite");
        assertThat(suites.getLength()).isEqualTo(2);
        assertThat(((Element) suites.item(0)).getAttribute("name")).isEqualTo("limits");
        assertThat(((Element) suites.item(0)).getAttribute("tests")).isEqualTo(String.valueOf(limits + 1));
        assertThat(((Element) suites.item(1)).getAttribute("name")).isEqualTo("audits");
        assertThat(((Element) suites.item(1)).getAttribute("tests"))
                .isEqualTo(String.valueOf(judgement.audits().size()));
        assertThat(suite.getAttribute("tests"))
                .isEqualTo(String.valueOf(suite.getElementsByTagName("testcase").getLength()));
    }

    @Test
    void missedLimitIsTheOnlyFailure() throws Exception {
        Element suite = parse(JUnitReport.of(judge(SampleRun.failing(folder, 12))));
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        assertThat(suite.getAttribute("errors")).isEqualTo("0");
        assertThat(((Element) suite.getElementsByTagName("failure").item(0)).getAttribute("message"))
                .startsWith("Measured: ");
        Element first = (Element) suite.getElementsByTagName("testcase").item(0);
        assertThat(first.getAttribute("name")).startsWith("1/store/purchase: p95 < ");
        assertThat(first.getElementsByTagName("failure").getLength()).isEqualTo(1);
    }

    @Test
    void missedCheckIsOneFailure() throws Exception {
        TestPlan plan = new TestPlan();
        CheckDefinition hits = CheckDefinition.total("hits", "", "hits", List.of(Term.counter("hits")));
        plan.checks = List.of(
                hits.atLeast(1),
                new CheckDefinition(
                        "unlimited",
                        "",
                        hits.numerator(),
                        hits.denominator(),
                        hits.factor(),
                        hits.unit(),
                        0,
                        null,
                        null));
        TestRun run = new TestRun(folder, plan.simple().build());
        run.drive(start -> run.ok("1/cache", "read", start, TestRun.MILLI, 0));
        run.end("completed");
        Element suite = parse(JUnitReport.of(judge(run)));
        NodeList cases = suite.getElementsByTagName("testcase");
        int checks = 0;
        for (int i = 0; i < cases.getLength(); i++) {
            Element element = (Element) cases.item(i);
            if (element.getAttribute("name").contains("hits")
                    || element.getAttribute("name").contains("unlimited")) {
                checks++;
                assertThat(element.getAttribute("name")).isEqualTo("1/cache: hits >= 1 hits");
                assertThat(element.getElementsByTagName("failure").getLength()).isEqualTo(1);
            }
        }
        assertThat(checks).isEqualTo(1);
    }

    @Test
    void violatedAuditIsAnError() throws Exception {
        TestRun run = SampleRun.passing(folder, 12);
        run.reconciled("1/store", "ghost \u0000 rows & <x>", 1, 2, "psql");
        Element suite = parse(JUnitReport.of(judge(run)));
        assertThat(suite.getAttribute("errors")).isEqualTo("1");
        NodeList errors = suite.getElementsByTagName("error");
        assertThat(((Element) errors.item(0)).getAttribute("message")).contains("ghost \ufffd rows & <x>");
    }

    @Test
    void uncorrectedOmissionIsLabelled() throws Exception {
        TestPlan plan = new TestPlan();
        plan.rebased = true;
        TestRun run = new TestRun(folder, plan.simple().build());
        run.drive(start -> run.ok("1/cache", "read", start, TestRun.MILLI, 0));
        Judgement judgement = run.judged();
        String label = judgement.workloads().getFirst().load().label();
        Element suite = parse(JUnitReport.of(judgement));
        assertThat(label).isEqualTo("omission not corrected");
        NodeList properties = suite.getElementsByTagName("property");
        assertThat(((Element) properties.item(0)).getAttribute("name")).isEqualTo("verdict");
        assertThat(((Element) properties.item(2)).getAttribute("value")).isEqualTo(label);
    }

    private static Judgement judge(TestRun run) {
        return Judge.judge(run.read());
    }

    private static Element parse(String xml) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))
                .getDocumentElement();
    }
}
