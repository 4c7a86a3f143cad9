// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.h2;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.h2.Driver;
import org.h2.api.ErrorCode;
import org.plateaubench.plugin.databases.server.DatabaseClient;
import org.plateaubench.plugin.databases.server.JdbcQuestions;
import org.plateaubench.plugin.databases.server.JdbcQuestions.Login;
import org.plateaubench.spi.SutException;

/**
 * Asks one H2 database about itself, each time over a connection of its own, always within a limit. Immutable; any
 * thread.
 */
final class H2Client implements DatabaseClient {
    /** What shapes a result; the rest of H2's settings is the default that its version stands for. */
    private static final Set<String> TOLD_SETTINGS = Set.of(
            "info.CACHE_MAX_SIZE",
            "info.VERSION",
            "property.java.runtime.version",
            "property.java.vm.name",
            "property.os.name",
            "property.os.version",
            "ANALYZE_AUTO",
            "DB_CLOSE_DELAY",
            "DEFAULT_LOCK_TIMEOUT",
            "MODE",
            "MV_STORE",
            "QUERY_CACHE_SIZE",
            "QUERY_TIMEOUT",
            "RETENTION_TIME",
            "WRITE_DELAY");

    private final String url;
    private final String user;
    private final JdbcQuestions questions;

    /** The owner is how messages call the SUT, such as {@code SUT db}. */
    H2Client(String owner, String url, String user, String password) {
        this.url = url;
        this.user = user;
        this.questions = new JdbcQuestions(
                owner, "H2", place(url), new Login(new Driver(), url, user, password), this::sentence);
    }

    @Override
    public void check() throws SutException, InterruptedException {
        questions.ask(statement -> statement.execute("SELECT 1"));
    }

    @Override
    public Map<String, String> settings() throws SutException {
        return questions.askUninterrupted(H2Client::readSettings);
    }

    private static Map<String, String> readSettings(Statement statement) throws SQLException {
        Map<String, String> settings = new TreeMap<>();
        try (ResultSet rows =
                statement.executeQuery("SELECT SETTING_NAME, SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS")) {
            while (rows.next()) {
                if (TOLD_SETTINGS.contains(rows.getString(1))) {
                    settings.put(rows.getString(1), String.valueOf(rows.getString(2)));
                }
            }
        }
        return settings;
    }

    private String sentence(SQLException said) {
        return switch (said.getErrorCode()) {
            case ErrorCode.WRONG_USER_OR_PASSWORD ->
                "H2 at " + place() + " refused user '" + user + "' with the password given; correct user or password.";
            case ErrorCode.CONNECTION_BROKEN_1 ->
                "no H2 server answers at " + place() + "; start it or correct the url (" + said.getMessage() + ").";
            case ErrorCode.DATABASE_NOT_FOUND_WITH_IF_EXISTS_1, ErrorCode.REMOTE_DATABASE_NOT_FOUND_1 ->
                "the H2 server at " + place() + " has no such database; create it or correct the url.";
            default -> "H2 at " + place() + " answered with an error: " + said.getMessage();
        };
    }

    @Override
    public String place() {
        return place(url);
    }

    private static String place(String url) {
        return url.split(";", 2)[0];
    }
}
