// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.api.SutAddress;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.rig.AllowFile;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySourceType;

final class AllowedWorkTest {
    private static final String WORKLOAD = "faban/faban";

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

    /** A source of telemetry that starts what its parameters name. */
    private static final class Starting implements Plugin, SutServiceType<Reaching>, TelemetrySourceType {
        private final boolean isSource;

        private Starting(boolean isSource) {
            this.isSource = isSource;
        }

        @Override
        public String id() {
            return "starting";
        }

        @Override
        public List<SutServiceType<?>> sutServices() {
            return List.of(this);
        }

        @Override
        public List<TelemetrySourceType> telemetrySources() {
            return isSource ? List.of(this) : List.of();
        }

        @Override
        public String service() {
            return "program";
        }

        @Override
        public String name() {
            return "program";
        }

        @Override
        public String description() {
            return "";
        }

        @Override
        public Class<Reaching> parametersType() {
            return Reaching.class;
        }

        @Override
        public SutService create(SutContext<Reaching> context) {
            throw new UnsupportedOperationException("nothing is started here");
        }

        @Override
        public TelemetrySource open(SutAddress sut) {
            throw new UnsupportedOperationException("nothing is started here");
        }
    }

    @Test
    void whatASourceOfTelemetryStartsMustBeAllowed() {
        PluginCatalog catalog = PluginCatalog.of(new Starting(true));
        SutAddress sut = new SutAddress(
                "seen", "program", Map.of("jar", "/bin/sh", "settings.1", "-c", "settings.2", "rm", "url", "x"));
        List<AllowFile.Value> refused = AllowedWork.refused(catalog, sut, Set.of());
        assertThat(refused)
                .extracting(AllowFile.Value::parameter, AllowFile.Value::value)
                .containsExactlyInAnyOrder(tuple("jar", "/bin/sh"), tuple("settings", "-c"), tuple("settings", "rm"));
        assertThat(AllowedWork.refused(catalog, sut, Set.copyOf(refused))).isEmpty();
        assertThat(AllowedWork.refused(
                        PluginCatalog.of(new Starting(false)),
                        new SutAddress("vms", "program", Map.of("jar", "/run/socket")),
                        Set.of()))
                .as("without a source of telemetry")
                .extracting(AllowFile.Value::value)
                .containsExactly("/run/socket");
        assertThat(AllowedWork.refused(catalog, new SutAddress("db", "other", Map.of("jar", "/bin/sh")), Set.of()))
                .isEmpty();
    }
}
