// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.RunEnvironment.Plugin;
import org.plateaubench.engine.store.RunEnvironment.Program;
import org.plateaubench.loader.LoadedPlugin.PluginJar;

/** Reading an environment that another program wrote: valid parts are used, and nothing throws. */
final class RunEnvironmentTest {
    private static final RunEnvironment EMPTY =
            new RunEnvironment(null, null, List.of(), Map.of(), null, List.of(), Map.of(), Map.of(), Map.of());

    private static RunEnvironment read(String text) {
        return RunEnvironment.of(Documents.parse(text));
    }

    @Test
    void environmentIsReadBack() {
        RunEnvironment environment = read("""
                {"capturedAt": "2026-01-31T12:00:00Z",
                 "plateau": {"version": "1.0", "digest": "aa"},
                 "hosts": [{"name": "ada", "agents": ["local"], "operatingSystem": "Linux", "kernel": "6.1",
                            "architecture": "amd64", "cpuModel": "Some CPU", "cores": 8, "memoryBytes": 5000000000,
                            "settings": {"swapBytes": 0}}],
                 "jvm": {"vendor": "v", "version": "25", "name": "n", "flags": ["-Xmx1g"], "maxHeapBytes": 1},
                 "plugins": [{"id": "redis", "version": "1", "jars": [{"name": "a.jar", "sha256": "bb"}],
                              "services": ["redis"]}],
                 "suts": {"cache": {"version": "8"}}}
                """);
        assertThat(environment.plateau()).isEqualTo(new Program("1.0", "aa"));
        assertThat(environment.hosts()).singleElement().satisfies(host -> {
            assertThat(host.cores()).isEqualTo(8);
            assertThat(host.memoryBytes()).isEqualTo(5_000_000_000L);
        });
        assertThat(environment.plugins())
                .containsExactly(new Plugin("redis", "1", List.of(new PluginJar("a.jar", "bb")), List.of("redis")));
        assertThat(environment.suts()).isEqualTo(Map.of("cache", Map.of("version", "8")));
        assertThat(RunEnvironment.of(Documents.parse(Documents.text(environment))))
                .isEqualTo(environment);
    }

    @Test
    void malformedEnvironmentIsEmpty() {
        assertThat(read("{}")).isEqualTo(EMPTY);
        assertThat(read("{\"hosts\": {\"name\": \"ada\"}}")).isEqualTo(EMPTY);
    }
}
