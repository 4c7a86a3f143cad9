// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.plateaubench.plugin.redis.command.RedisMeasure;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.command.RedisParameters;
import org.plateaubench.testkit.ParameterTable;

/** The workload's page says what the code does; a table that differs is shown as it must be. */
class DocumentationTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "plugins", "redis.md");

    private static String page() throws Exception {
        return Files.readString(PAGE);
    }

    @Test
    void theTableOfParametersIsThatOfTheCode() throws Exception {
        assertThat(page()).contains(ParameterTable.markdown(RedisParameters.class));
    }

    @Test
    void everyOperationAndCounterIsNamed() throws Exception {
        String page = page();
        for (RedisOperation operation : RedisOperation.ALL) {
            assertThat(page).contains("| `" + operation.word() + "` | " + operation.description() + " |");
        }
        for (RedisMeasure measure : RedisMeasure.values()) {
            assertThat(page).contains("`" + measure.title() + "`");
        }
    }
}
