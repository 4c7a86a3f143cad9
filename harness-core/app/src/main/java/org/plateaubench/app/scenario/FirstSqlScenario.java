// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The first run file for a database, made from its address. Stateless; any thread. */
public final class FirstSqlScenario {
    /** The word for a database that the run itself starts. */
    public static final String EMBEDDED = "h2";

    private static final Pattern ADDRESS = Pattern.compile("(jdbc:[a-z0-9]+(?::tcp|:ssl)?:)//([^/:;?\\s]+)[^\\s]*");
    private static final Map<String, String> SERVICES = Map.of(
            "jdbc:h2:tcp:", "h2",
            "jdbc:h2:ssl:", "h2",
            "jdbc:mariadb:", "mariadb",
            "jdbc:mysql:", "mariadb",
            "jdbc:postgresql:", "postgresql");

    private static final String HEAD = """
            # A load on %s. Change it to what your users do, and run it again: ./plateau run FILE
            # One user's statements, with their parameters and results: ./plateau scenario try FILE
            run: { name: %s }
            phases: { rampUp: 5s, steady: 30s, rampDown: 2s }   # only what happens in the steady phase counts
            suts:
              db: %s
            workloads:
              mix:
                plugin: sql
                sut: db
                load: { users: 5, think: 100ms }       # 5 users; each waits after a flow. Or: { rate: 20/s }
                qos: { "*": ["p95 < 100ms", "errors < 1%%"] }   # what must hold for the run to pass
                parameters:
            """;

    private static final String OWN_TABLES = """
                  setup:                               # in a schema of its own; or names of .sql files
                    - CREATE TABLE item (id INTEGER PRIMARY KEY, stock INTEGER NOT NULL)
                    - INSERT INTO item SELECT x, 1000 FROM SYSTEM_RANGE(1, 1000)
                  scenario:
                    data: { item: { zipf: 1..1000 } }  # the first items most often
                    flows:                             # more: docs/plugins/sql.md
                      look:
                        weight: 4
                        steps:
                          - query: SELECT stock FROM item WHERE id = ${item}
                            name: look
                            check: { rows: 1 }         # anything else is an error
                      buy:
                        steps:
                          - update: UPDATE item SET stock = stock - 1 WHERE id = ${item} AND stock > 0
                            name: buy
                            declined: { updated: 0, reason: sold-out }
            """;

    private static final String NO_TABLES = """
                  # setup: [tables.sql]                # tables in a schema of their own, which runs make and drop
                  scenario:
                    # data: { item: { zipf: 1..1000 } }
                    steps:                             # more: docs/plugins/sql.md
                      - query: SELECT 1
                        name: ping
                        check: { rows: 1 }             # anything else is an error
                      # - query: SELECT stock FROM item WHERE id = ${item}
                      #   name: look
                      #   extract: { stock: stock }
            """;

    private FirstSqlScenario() {}

    /**
     * A run file that queries a database.
     *
     * @param address JDBC address, or {@link #EMBEDDED}
     * @param user user of the database; empty for none
     * @throws Unreadable with one sentence when it is not an address
     */
    public static FirstScenario.Made of(String address, String user) throws Unreadable {
        if (address.equals(EMBEDDED)) {
            String name = "sql-h2";
            String head = HEAD.formatted("an embedded H2", name, "{ service: h2, mode: embedded }");
            return new FirstScenario.Made(name, head + OWN_TABLES);
        }
        Matcher matcher = ADDRESS.matcher(address);
        String service = matcher.matches() ? SERVICES.get(matcher.group(1)) : null;
        if (service == null) {
            throw new Unreadable("'" + address + "' is not an address such as jdbc:postgresql://db.lab/shop, of"
                    + " PostgreSQL, MariaDB, MySQL or an H2 server; docs/plugins/sql.md shows other drivers");
        }
        String name = Naming.of("sql-" + matcher.group(2));
        String login = user.isEmpty()
                ? ""
                : ", user: " + DraftText.scalar(Draft.literal(user)) + ", password: \"${env:DB_PASSWORD}\"";
        String sut = "{ service: " + service + ", mode: external, url: " + DraftText.scalar(address) + login + " }";
        return new FirstScenario.Made(name, HEAD.formatted(address.split("[;?]", 2)[0], name, sut) + NO_TABLES);
    }
}
