// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class DifferingPluginsTest {
    private static final String ONE = "1".repeat(64);
    private static final String TWO = "2".repeat(64);
    private static final String THREE = "3".repeat(64);

    @Test
    void aPluginThatDiffersIsNamedWithTheDigestOfBothSides() {
        assertThat(DifferingPlugins.named(Map.of("redis", ONE, "shop", THREE), Map.of("redis", TWO, "shop", THREE)))
                .isEqualTo("redis (in the run " + ONE + ", at the agent " + TWO + ")");
        assertThat(DifferingPlugins.named(Map.of("redis", ONE), Map.of("shop", TWO)))
                .isEqualTo("redis (in the run " + ONE + ", at the agent absent), shop (in the run absent, at the agent "
                        + TWO + ")");
    }

    @Test
    void ofAPluginOfManyJarsThoseCountThatOneSideAloneHas() {
        assertThat(DifferingPlugins.named(Map.of("redis", ONE + "+" + THREE), Map.of("redis", TWO + "+" + THREE)))
                .isEqualTo("redis (in the run " + ONE + ", at the agent " + TWO + ")");
        assertThat(DifferingPlugins.named(Map.of("redis", THREE), Map.of("redis", ONE + "+" + TWO)))
                .isEqualTo("redis (in the run " + THREE + ", at the agent " + ONE + " and another jar)");
        assertThat(DifferingPlugins.named(Map.of("redis", ONE + "+" + THREE), Map.of("redis", THREE)))
                .isEqualTo("redis (in the run " + ONE + ", at the agent without it)");
    }

    @Test
    void whatAnAgentSentIsShownWithoutControlCharactersAndWithABound() {
        assertThat(DifferingPlugins.named(Map.of(), Map.of("\u001b[2Jredis\n", "x".repeat(1_000_000))))
                .startsWith(" [2Jredis  (in the run absent, at the agent xxx")
                .hasSizeLessThan(1_010);
    }

    /** The bound is that of a sentence that is shown; without both digests it would say nothing. */
    @Test
    void manyPluginsFitIntoASentence() {
        Map<String, String> run = IntStream.range(0, 20)
                .boxed()
                .collect(Collectors.toMap(each -> "a-plugin-with-a-long-name-" + (10 + each), each -> ONE + "+" + TWO));
        assertThat(DifferingPlugins.named(run, run.keySet().stream().collect(Collectors.toMap(id -> id, id -> THREE))))
                .hasSizeLessThan(850)
                .endsWith("and 17 more");
    }
}
