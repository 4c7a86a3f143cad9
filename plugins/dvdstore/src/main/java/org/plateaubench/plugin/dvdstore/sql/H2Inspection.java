// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.plateaubench.api.Finding;

/** The checks of H2, which limits no connections and whose users own what they create. */
final class H2Inspection implements Inspection {
    /**
     * Notes a database in a file, which looks durable and is so only after a delay; one in memory was chosen as such.
     */
    @Override
    public List<Finding> settings(Connection connection, int users) throws SQLException {
        if (Rows.text(connection, "SELECT DATABASE_PATH()").isEmpty()) {
            return List.of();
        }
        long delay = Rows.number(
                connection,
                "SELECT COALESCE(MAX(setting_value), '0') FROM information_schema.settings"
                        + " WHERE setting_name = 'WRITE_DELAY'");
        return delay == 0
                ? List.of()
                : List.of(Finding.note("The server runs with WRITE_DELAY = " + delay + ": it answers a commit up to "
                        + delay + " ms before it is on disk, a crash can lose what was committed, and figures do not"
                        + " compare with those of a durable server. 'SET WRITE_DELAY 0' shortens that."));
    }
}
