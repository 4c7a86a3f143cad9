// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.load;

import java.sql.Connection;
import java.sql.SQLException;
import org.plateaubench.olio.store.Database;
import org.plateaubench.olio.store.Rows;
import org.plateaubench.olio.store.Schema;
import org.plateaubench.olio.store.Table;
import org.plateaubench.plugin.olio.data.Counts;

/** Removes what the site has written since the load, in one transaction. */
final class Reset {
    private static final String EVENT_TOTALS = "UPDATE olio_event SET"
            + " score_total = (SELECT COALESCE(SUM(c.rating), 0) FROM olio_comment c"
            + " WHERE c.event_id = olio_event.id AND c.id <= ?),"
            + " votes = (SELECT COUNT(*) FROM olio_comment c WHERE c.event_id = olio_event.id AND c.id <= ?)"
            + " WHERE id IN (SELECT c.event_id FROM olio_comment c WHERE c.id > ?)";
    private static final String TAG_USES = "UPDATE olio_tag SET uses ="
            + " (SELECT COUNT(*) FROM olio_event_tag x WHERE x.tag_id = olio_tag.id AND x.event_id <= ?)"
            + " WHERE id IN (SELECT x.tag_id FROM olio_event_tag x WHERE x.event_id > ?)";

    private Reset() {}

    static void run(Database database, Counts loaded) {
        database.transaction("resetting the data", connection -> {
            removeAdded(connection, loaded);
            return true;
        });
        Schema.restartNumbers(database, loaded);
    }

    private static void removeAdded(Connection connection, Counts loaded) throws SQLException {
        long events = loaded.events();
        long comments = loaded.comments();
        Rows.write(connection, EVENT_TOTALS, comments, comments, comments);
        Rows.write(connection, TAG_USES, events, events);
        delete(connection, Table.COMMENT, "id > ? OR event_id > ?", comments, events);
        delete(connection, Table.EVENT_TAG, "event_id > ?", events);
        delete(connection, Table.ATTENDANCE, "origin <> ? OR event_id > ?", Table.LOADED, events);
        delete(connection, Table.FRIENDSHIP, "origin = ?", Table.ADDED);
        Rows.write(
                connection,
                "UPDATE olio_friendship SET accepted = 0, origin = ? WHERE origin = ?",
                Table.LOADED,
                Table.AGREED);
        delete(connection, Table.EVENT, "id > ?", events);
        delete(connection, Table.PERSON, "id > ?", loaded.users());
        delete(connection, Table.ADDRESS, "id > ?", loaded.addresses());
        delete(connection, Table.TAG, "id > ?", loaded.tags());
    }

    private static void delete(Connection connection, Table table, String which, Object... parameters)
            throws SQLException {
        Rows.write(connection, "DELETE FROM " + table.sqlName() + " WHERE " + which, parameters);
    }
}
