// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.h2.Driver;
import org.junit.jupiter.api.Test;
import org.plateaubench.spi.TelemetrySource.Sample;

class JdbcSourceTest {
    private final List<Connection> opened = new ArrayList<>();
    private final JdbcSource source =
            new JdbcSource(this::connect, JdbcSourceTest::sampler, new HitRatio("hits", "reads", false));

    @Test
    void sourceReconnectsAfterConnectionLoss() throws SQLException {
        assertThat(source.sample()).extracting(Sample::series).containsExactly("connections");
        assertThat(source.sample()).hasSize(1);
        assertThat(opened).hasSize(1);
        opened.getFirst().close();
        assertThatThrownBy(source::sample).isInstanceOf(SQLException.class);
        assertThat(source.sample()).hasSize(1);
        assertThat(opened).hasSize(2);
        source.close();
        assertThat(opened.getLast().isClosed()).isTrue();
    }

    @Test
    void closedSourceLeavesNoConnectionOpen() throws SQLException {
        source.close();
        assertThatThrownBy(source::sample).hasMessageContaining("closed");
        assertThat(opened).hasSize(1);
        assertThat(opened.getFirst().isClosed()).isTrue();
    }

    private Connection connect() throws SQLException {
        Connection connection = new Driver().connect("jdbc:h2:mem:", new Properties());
        opened.add(connection);
        return connection;
    }

    private static JdbcSource.Sampler sampler(Connection connection) {
        return () -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SELECT 1");
                return List.of(new Sample("connections", 1, "connections", false));
            }
        };
    }
}
