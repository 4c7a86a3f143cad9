// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.plateaubench.scenario.StepType;
import org.plateaubench.scenario.tree.Key;

/** The page about the plugin has the keys of the code. */
class DocumentationTest {
    @Test
    void thePageOfThePluginHasItsKeys() throws Exception {
        assertThat(Files.readString(Path.of("..", "..", "docs", "plugins", "sql.md")))
                .contains(Key.markdown(
                        SqlProtocol.TYPES.stream().map(StepType::key).toList()))
                .contains(Key.markdown(SqlProtocol.STATEMENT))
                .contains(Key.markdown(SqlProtocol.TRANSACTIONS))
                .contains(Key.markdown(Refusal.KEYS));
    }
}
