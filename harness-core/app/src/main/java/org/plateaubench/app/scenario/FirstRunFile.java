// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plateaubench.api.IoReason;

public record FirstRunFile(String name, String text) {
    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final Pattern ADDRESS = Pattern.compile("(?i)https?://[^/?#\\s]+[^\\s]*");
    /** The word for a database that the run starts itself. */
    private static final String EMBEDDED = "h2";

    private static final Pattern DATABASE = Pattern.compile("(jdbc:[a-z0-9]+(?::tcp|:ssl)?:)//([^/:;?\\s]+)[^\\s]*");
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

    /** Fetches the page once and writes a run file for it; an address without a scheme is taken as http. */
    public static FirstRunFile ofPage(String given) throws IOException, InterruptedException, Unreadable {
        String address = given.matches("(?i)[a-z][a-z0-9+.-]*://.*") ? given : "http://" + given;
        if (!ADDRESS.matcher(address).matches()) {
            throw new Unreadable("'" + given + "' is not an address such as http://shop.lab:8080");
        }
        HttpResponse<String> answer = fetch(uri(given, address));
        URI page = answer.uri();
        Matcher title = HarImport.TITLE.matcher(answer.body());
        boolean hasTitle = title.find();
        if (answer.statusCode() >= 400) {
            throw new IOException(page + " answered with status " + answer.statusCode()
                    + (hasTitle ? " (" + title.group(1).strip() + ")" : "")
                    + ", so there is no page to load: give the address of one that works");
        }
        String path = (page.getRawPath() == null || page.getRawPath().isEmpty() ? "/" : page.getRawPath())
                + (page.getRawQuery() == null ? "" : "?" + page.getRawQuery());
        String name = Naming.of("web-" + page.getHost());
        return new FirstRunFile(name, """
                # A load on %1$s. Change it to what your users do, and run it again: ./plateau run FILE
                # One user's requests, with everything that is sent and read:      ./plateau scenario try FILE
                run: { name: %2$s }
                phases: { rampUp: 5s, steady: 30s, rampDown: 2s }   # only what happens in the steady phase counts
                workloads:
                  site:
                    plugin: web
                    load: { users: 5, think: 1s }          # 5 users; each waits a second after a visit. Or: { rate: 20/s }
                    qos: { "*": ["p95 < 500ms", "errors < 1%%"] }   # what must hold for the run to pass
                    parameters:
                      url: %3$s
                      scenario:
                        steps:                             # more: docs/scenarios.md
                          - get: %4$s
                            name: home
                            check: { status: %5$d%6$s }   # anything else is an error
                          # - pause: 1s..3s
                          # - get: "/products?page=${page}"
                          #   extract: { product: { css: "a.product@href" } }
                """.formatted(
                        page,
                        name,
                        DraftText.scalar(HarImport.origin(page.toString())),
                        DraftText.scalar(Draft.literal(path)),
                        answer.statusCode(),
                        hasTitle ? ", contains: " + DraftText.scalar(Draft.literal(title.group(1))) : ""));
    }

    private static URI uri(String given, String address) throws Unreadable {
        try {
            return URI.create(address);
        } catch (IllegalArgumentException e) {
            throw new Unreadable("'" + given + "' is not an address such as http://shop.lab:8080");
        }
    }

    private static HttpResponse<String> fetch(URI address) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newBuilder()
                .connectTimeout(DEADLINE)
                .followRedirects(HttpClient.Redirect.NORMAL)
                .version(HttpClient.Version.HTTP_1_1)
                .build()) {
            return client.send(
                    HttpRequest.newBuilder(address).timeout(DEADLINE).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException | IllegalArgumentException e) {
            String reason = e instanceof IOException failure ? IoReason.of(failure) : String.valueOf(e.getMessage());
            throw new IOException(address + " does not answer: " + reason, e);
        }
    }

    /** A run file that queries the database of a JDBC address; h2 or nothing for one that the run itself starts. */
    public static FirstRunFile ofDatabase(String address, String user) throws Unreadable {
        if (address.isEmpty() || address.equals(EMBEDDED)) {
            String name = "sql-h2";
            String head = HEAD.formatted("an embedded H2", name, "{ service: h2, mode: embedded }");
            return new FirstRunFile(name, head + OWN_TABLES);
        }
        Matcher matcher = DATABASE.matcher(address);
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
        return new FirstRunFile(name, HEAD.formatted(address.split("[;?]", 2)[0], name, sut) + NO_TABLES);
    }
}
