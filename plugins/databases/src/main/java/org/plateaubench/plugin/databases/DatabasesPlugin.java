// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import java.util.List;
import org.plateaubench.plugin.databases.telemetry.MariadbTelemetry;
import org.plateaubench.plugin.databases.telemetry.PostgresqlTelemetry;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.TelemetrySourceType;

/** SUT services for relational databases, which workloads of other plugins use. */
public final class DatabasesPlugin implements Plugin {
    @Override
    public String id() {
        return "databases";
    }

    @Override
    public String description() {
        return "Relational databases as systems under test";
    }

    @Override
    public List<SutServiceType<?>> sutServices() {
        return List.of(new H2ServiceType(), new MariaServiceType(), new PostgresServiceType());
    }

    @Override
    public List<TelemetrySourceType> telemetrySources() {
        return List.of(new PostgresqlTelemetry(), new MariadbTelemetry());
    }
}
