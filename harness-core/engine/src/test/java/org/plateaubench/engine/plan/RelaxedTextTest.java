// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RelaxedTextTest {
    @Test
    void relaxedLimitsOfAWorkloadAreOneSentenceWhereTheFirstWas() {
        assertThat(RelaxedText.merged(List.of(
                        "the run file asks for class modified",
                        RelaxedText.reason("workload mail: ", "p95 < 500ms", "send"),
                        "workload mail: the timeout of send is longer",
                        RelaxedText.reason("workload mail: ", "p95 < 500ms", "check"),
                        RelaxedText.reason("workload mail: ", "errors < 1%", "check"),
                        RelaxedText.reason("workload store: ", "p95 < 200ms", "browse"))))
                .containsExactly(
                        "the run file asks for class modified",
                        "workload mail: 3 limits are relaxed: 'p95 < 500ms' of send, check, 'errors < 1%' of check",
                        "workload mail: the timeout of send is longer",
                        "workload store: the limit 'p95 < 200ms' of browse is relaxed");
    }

    @Test
    void otherReasonsStayAsTheyAre() {
        List<String> reasons = List.of("the steady state is short", "workload mail: the mix is changed");
        assertThat(RelaxedText.merged(reasons)).isEqualTo(reasons);
    }
}
