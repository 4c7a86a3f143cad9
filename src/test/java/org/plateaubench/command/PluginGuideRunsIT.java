// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import tools.jackson.databind.JsonNode;

/** The worked example of the plugin guide from its first run to its end, with the plugin of {@link PluginGuideIT}. */
@Tag("slow")
@Isolated("its runs must pass")
@ExtendWith(PluginGuide.Installed.class)
final class PluginGuideRunsIT {
    @Test
    void theInstalledPluginRunsAsTheGuideSays(PluginGuide guide) throws IOException, InterruptedException {
        guide.run();

        List<Path> runs = RunFolder.all(guide.folder().resolve("runs"));
        assertThat(runs).hasSizeGreaterThanOrEqualTo(2);
        for (Path run : runs) {
            JsonNode result = new RunFolder(run).json("result.json");
            JsonNode workload = result.path("workloads").path(0);
            assertThat(workload.path("all").path("figures").path("errors").asLong())
                    .as(run.toString())
                    .isZero();
            assertThat(workload.path("counters").path("added").asLong()).isPositive();
            JsonNode additions = result.path("reconciliation").path(0);
            assertThat(additions.path("expected").asLong()).isPositive();
            assertThat(additions.path("state").asString())
                    .as(additions.toString())
                    .isEqualTo("ok");
        }
        assertThat(guide.folder().resolve("home/.plateau/plugins/acme-kv")).doesNotExist();
    }
}
