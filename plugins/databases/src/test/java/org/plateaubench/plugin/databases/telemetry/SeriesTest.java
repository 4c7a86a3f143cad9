// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.h2.Driver;
import org.junit.jupiter.api.Test;
import org.plateaubench.spi.TelemetrySource.Sample;

class SeriesTest {
    @Test
    void postgresqlRowBecomesSamples() throws SQLException {
        Map<String, String> values = row("SELECT 41 AS xact_commit, NULL AS temp_files, 'x' AS deadlocks, 3 AS active");
        assertThat(Series.samples(PostgresqlTelemetry.SERIES, values))
                .containsExactly(
                        new Sample("commits", 41, "transactions", true),
                        new Sample("activeConnections", 3, "connections", false));
    }

    @Test
    void mariadbRowsBecomeSamples() throws SQLException {
        Map<String, String> values;
        try (Connection connection = database();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "VALUES ('Com_commit', '12'), ('Innodb_deadlocks', NULL), ('Threads_running', '2'), ('Uptime', '9')")) {
            values = Rows.pairs(rows);
        }
        assertThat(Series.samples(MariadbTelemetry.SERIES, values))
                .containsExactly(
                        new Sample("commits", 12, "transactions", true),
                        new Sample("runningThreads", 2, "connections", false));
    }

    @Test
    void emptyResultHasNoValues() throws SQLException {
        assertThat(row("SELECT 1 AS lag WHERE FALSE")).isEmpty();
    }

    @Test
    void everySeriesIsDocumented() throws IOException {
        String page = Files.readString(Path.of("../../docs/plugins/databases.md"));
        String[] parts = page.substring(page.indexOf("## Telemetry")).split("\n`mariadb`", -1);
        assertThat(parts).hasSize(2);
        PostgresqlTelemetry.SERIES.forEach(
                series -> assertThat(parts[0]).contains("`" + series.name() + "`", series.unit()));
        MariadbTelemetry.SERIES.forEach(
                series -> assertThat(parts[1]).contains("`" + series.name() + "`", series.unit()));
        assertThat(parts).allMatch(part -> part.contains("`bufferHitRatio`"));
    }

    @Test
    void totalsAndLevelsShareNoUnit() {
        Stream.of(PostgresqlTelemetry.SERIES, MariadbTelemetry.SERIES).forEach(all -> {
            List<String> totals =
                    all.stream().filter(Series::cumulative).map(Series::unit).toList();
            assertThat(all)
                    .filteredOn(series -> !series.cumulative())
                    .noneMatch(series -> totals.contains(series.unit()));
        });
    }

    private static Map<String, String> row(String query) throws SQLException {
        try (Connection connection = database();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            return Rows.columns(rows);
        }
    }

    private static Connection database() throws SQLException {
        return new Driver().connect("jdbc:h2:mem:", new Properties());
    }

    @Test
    void hitRatioCoversTimeSinceLastSample() {
        HitRatio ratio = new HitRatio("hits", "reads", false);
        assertThat(ratio.of(samples(1000, 500))).isEmpty();
        assertThat(ratio.of(samples(1090, 510)).map(Sample::value).orElseThrow())
                .isCloseTo(90, within(1e-9));
        assertThat(ratio.of(samples(1090, 510))).as("without an access").isEmpty();
        assertThat(ratio.of(samples(3, 1))).as("after a restart").isEmpty();
        assertThat(ratio.of(samples(3, 5)).map(Sample::value).orElseThrow()).isCloseTo(0, within(1e-9));
    }

    @Test
    void hitRatioHandlesAccessesThatIncludeMisses() {
        HitRatio ratio = new HitRatio("hits", "reads", true);
        assertThat(ratio.of(samples(1000, 500))).isEmpty();
        assertThat(ratio.of(samples(1100, 510)).map(Sample::value).orElseThrow())
                .isCloseTo(90, within(1e-9));
    }

    @Test
    void hitRatioIsEmptyWithoutCounters() {
        HitRatio ratio = new HitRatio("hits", "reads", false);
        assertThat(ratio.of(List.of())).isEmpty();
        assertThat(ratio.of(List.of())).isEmpty();
    }

    private static List<Sample> samples(double hits, double reads) {
        return List.of(new Sample("hits", hits, "blocks", true), new Sample("reads", reads, "blocks", true));
    }
}
