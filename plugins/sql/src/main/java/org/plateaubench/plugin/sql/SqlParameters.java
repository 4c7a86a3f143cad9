// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.util.List;
import java.util.Map;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;

public record SqlParameters(
        @Parameter(
                description = "What users do: flows, steps and data.",
                defaultValue = "required",
                reach = Reach.SETTINGS)
        Map<String, Object> scenario,

        @Parameter(
                description = "Statements that create the tables, each a text, or the name of an .sql file.",
                defaultValue = "[]",
                reach = Reach.SETTINGS)
        List<String> setup,

        @Parameter(
                description = "Statements before the schema is dropped, as setup.",
                defaultValue = "[]",
                reach = Reach.SETTINGS)
        List<String> teardown,

        @Parameter(
                description = "Queries by name, whose number must be the same after the load as before.",
                defaultValue = "{}",
                reach = Reach.SETTINGS)
        Map<String, String> unchanged,

        @Parameter(
                description = "Queries by operation, whose number must grow by 1 with each operation that succeeds.",
                defaultValue = "{}",
                reach = Reach.SETTINGS)
        Map<String, String> grows,

        @Parameter(
                description =
                        "Schema of the tables, which setup creates; without setup, empty for that of the connection.",
                defaultValue = "")
        String schema,

        @Parameter(
                description = "JDBC address, such as jdbc:postgresql://db.lab/shop, where the workload has no sut.",
                defaultValue = "",
                reach = Reach.TARGET)
        String url,

        @Parameter(description = "User at url.", defaultValue = "")
        String user,

        @Parameter(description = "Password at url.", defaultValue = "", secret = true)
        String password,

        @Parameter(
                description =
                        "Jars of another JDBC driver for url, each a file or Maven coordinates group:artifact:version.",
                defaultValue = "[]",
                reach = Reach.PROGRAM)
        List<String> driver) {

    static final String OWN_SCHEMA = "plateau_sql";

    public SqlParameters {
        setup = List.copyOf(setup);
        teardown = List.copyOf(teardown);
        unchanged = Map.copyOf(unchanged);
        grows = Map.copyOf(grows);
        driver = List.copyOf(driver);
    }

    /** The schema in which statements run; empty for the default schema of the connection. */
    String effectiveSchema() {
        return schema.isEmpty() && !setup.isEmpty() ? OWN_SCHEMA : schema;
    }
}
