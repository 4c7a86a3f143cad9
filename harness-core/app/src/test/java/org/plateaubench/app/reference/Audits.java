// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.audit.AuditResult;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Verdict;

/** The result of an audit in a judgement. */
final class Audits {
    private Audits() {}

    static AuditResult of(Judgement judgement, AuditOrRule rule) {
        return judgement.audits().stream()
                .filter(audit -> audit.rule() == rule)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no audit " + rule.label()));
    }

    /** The audit is violated, the run is invalid because of it, and a reason names the rule. */
    static AuditResult assertDetected(Judgement judgement, AuditOrRule rule) {
        AuditResult audit = of(judgement, rule);
        assertThat(audit.state()).as(audit.message()).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(judgement.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(judgement.reasons()).anyMatch(reason -> reason.rule() == rule);
        return audit;
    }

    static List<AuditResult> violated(Judgement judgement) {
        return judgement.audits().stream()
                .filter(audit -> audit.state() == AuditResult.State.VIOLATED)
                .toList();
    }

    static void assertOk(Judgement judgement, AuditOrRule... rules) {
        for (AuditOrRule rule : rules) {
            AuditResult audit = of(judgement, rule);
            assertThat(audit.state()).as(rule.label() + ": " + audit.message()).isEqualTo(AuditResult.State.OK);
        }
    }
}
