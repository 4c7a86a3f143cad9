// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.TelemetrySourceType;

class DatabasesPluginTest {
    @Test
    void pluginIsFoundUnderItsIdAndOffersTheDatabases() {
        assertThat(ServiceLoader.load(Plugin.class)).singleElement().satisfies(plugin -> {
            assertThat(plugin.id()).isEqualTo("databases");
            assertThat(plugin.sutServices())
                    .extracting(SutServiceType::name)
                    .containsExactly("h2", "mariadb", "postgresql");
        });
    }

    @Test
    void telemetryIsThereForPostgresqlAndMariadb() {
        assertThat(new DatabasesPlugin().telemetrySources())
                .extracting(TelemetrySourceType::service)
                .containsExactly("postgresql", "mariadb");
    }
}
