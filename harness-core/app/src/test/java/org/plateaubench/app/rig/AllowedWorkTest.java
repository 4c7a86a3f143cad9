// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.rig.AllowFile;

final class AllowedWorkTest {
    private static final String WORKLOAD = "faban/driver";

    /** Parameters as those of a plugin that runs what they name. */
    public record Reaching(
            @Parameter(description = "A jar.", defaultValue = "required", reach = Reach.PROGRAM)
            String jar,

            @Parameter(description = "Settings.", defaultValue = "{}", reach = Reach.SETTINGS)
            Map<String, String> settings,

            @Parameter(description = "A scale.", defaultValue = "1")
            int scale) {
        public Reaching {
            settings = Map.copyOf(settings);
        }
    }

    private static List<AllowFile.Value> refused(Map<String, Object> parameters, AllowFile.Value... allowed) {
        return AllowedWork.refused(WORKLOAD, Reaching.class, parameters, Set.of(allowed));
    }

    /** The holder of a controller's credentials is not the administrator of the agent. */
    @Test
    void whatAParameterReachesOnTheHostMustBeAllowed() {
        AllowFile.Value jar = new AllowFile.Value(WORKLOAD, "jar", "/opt/web.jar");
        AllowFile.Value host = new AllowFile.Value(WORKLOAD, "settings.host", "db1");
        Map<String, Object> parameters = Map.of("jar", "/opt/web.jar", "settings", Map.of("host", "db1"), "scale", 5);
        assertThat(refused(parameters)).containsExactly(jar, host);
        assertThat(refused(parameters, jar)).containsExactly(host);
        assertThat(refused(parameters, jar, host)).isEmpty();
        assertThat(refused(parameters, new AllowFile.Value("other/driver", "jar", "/opt/web.jar"), host))
                .containsExactly(jar);
    }

    @Test
    void aDefaultIsThePluginsAndIsAllowedWithItsJar() {
        assertThat(refused(Map.of("settings", Map.of(), "scale", 5))).isEmpty();
    }
}
