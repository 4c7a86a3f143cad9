// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class KeyHelpTest {
    private static List<String> suggestions(String text) {
        return KeyHelp.all().stream()
                .filter(key -> key.hasNameOrPath(text))
                .map(KeyHelp::path)
                .toList();
    }

    @Test
    void pathSelectsItsKeyAndAllKeysBelow() {
        assertThat(suggestions("phases"))
                .containsExactly("phases.rampUp", "phases.steady", "phases.rampDown", "phases.drain");
        assertThat(suggestions("workloads.store.load.users"))
                .isNotEmpty()
                .allMatch(path -> path.startsWith("workloads.NAME.load.users"));
        assertThat(suggestions("workloads.store")).contains("workloads.NAME.plugin", "workloads.NAME.load.users");
        assertThat(suggestions("run.seed")).containsExactly("run.seed");
    }

    @Test
    void nameSelectsEveryKeyOfThatName() {
        assertThat(suggestions("SEED")).containsExactly("run.seed");
        assertThat(suggestions("name")).contains("run.name").doesNotContain("workloads.NAME.plugin");
        assertThat(suggestions("think")).isNotEmpty().allMatch(path -> path.contains(".think"));
    }

    @Test
    void unknownWordSelectsNoKey() {
        assertThat(suggestions("see")).isEmpty();
        assertThat(suggestions("")).isEmpty();
        assertThat(suggestions("store")).isEmpty();
        assertThat(suggestions("run.name.first")).isEmpty();
    }

    @Test
    void everyKeyHasADefaultOrIsRequired() {
        assertThat(KeyHelp.all())
                .contains(new KeyHelp("phases.rampUp", "a duration", "Users start over this time.", "30s", true))
                .anySatisfy(key ->
                        assertThat(key).returns("run.name", KeyHelp::path).returns("required", KeyHelp::defaultText))
                .allSatisfy(key -> assertThat(key.defaultText()).isNotEmpty());
    }
}
