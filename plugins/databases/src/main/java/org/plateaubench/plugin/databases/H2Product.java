// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import java.sql.Driver;
import java.sql.SQLException;
import java.util.Set;
import org.h2.api.ErrorCode;

/** The product H2. */
final class H2Product extends Product {
    private static final Set<String> REPORTED_SETTINGS = Set.of(
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

    H2Product() {
        super("H2", "h2", REPORTED_SETTINGS);
    }

    @Override
    public Driver driver() {
        return new org.h2.Driver();
    }

    @Override
    public String settingsQuery() {
        return "SELECT SETTING_NAME, SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS";
    }

    @Override
    public String explanation(SQLException said, String place, String user) {
        return switch (said.getErrorCode()) {
            case ErrorCode.WRONG_USER_OR_PASSWORD -> refused(place, user) + ".";
            case ErrorCode.CONNECTION_BROKEN_1 -> notAnswering(said, place);
            case ErrorCode.DATABASE_NOT_FOUND_WITH_IF_EXISTS_1, ErrorCode.REMOTE_DATABASE_NOT_FOUND_1 ->
                noDatabase(place);
            default -> failed(said, place);
        };
    }
}
