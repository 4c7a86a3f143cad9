// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RelaxedTextTest {
    @Test
    void whatIsSaidOfSeveralOperationsIsOneSentenceWhereTheFirstWas() {
        assertThat(RelaxedText.merged(List.of(
                        "the run file asks for class modified",
                        RelaxedText.reason("workload mail: ", "p95 < 500ms", "send"),
                        "workload mail: the timeout of send is longer",
                        RelaxedText.reason("workload mail: ", "p95 < 500ms", "check"),
                        RelaxedText.reason("workload mail: ", "errors < 1%", "check"),
                        RelaxedText.reason("workload store: ", "p95 < 200ms", "browse"))))
                .containsExactly(
                        "the run file asks for class modified",
                        "workload mail: the limit 'p95 < 500ms' of send and check is relaxed",
                        "workload mail: the timeout of send is longer",
                        "workload mail: the limit 'errors < 1%' of check is relaxed",
                        "workload store: the limit 'p95 < 200ms' of browse is relaxed");
    }

    @Test
    void ofManyNamesTheFirstAreToldAndTheOthersCounted() {
        List<String> reasons = IntStream.range(0, 16)
                .mapToObj(i -> "workload cache: the pacing of command" + i + " is changed")
                .toList();
        assertThat(RelaxedText.merged(reasons))
                .containsExactly("workload cache: the pacing of command0, command1, command2, command3, command4"
                        + " and 11 more is changed");
    }

    @Test
    void ofManyReasonsTheFirstAreToldAndTheOthersCounted() {
        List<String> reasons = IntStream.range(0, 1_000)
                .mapToObj(i -> "workload w" + i + ": the mix is changed")
                .toList();
        assertThat(RelaxedText.merged(reasons)).hasSize(31).last().isEqualTo("and 970 more");
    }

    @Test
    void otherReasonsStayAsTheyAre() {
        List<String> reasons = List.of("the steady state is short", "workload mail: the mix is changed");
        assertThat(RelaxedText.merged(reasons)).isEqualTo(reasons);
    }
}
