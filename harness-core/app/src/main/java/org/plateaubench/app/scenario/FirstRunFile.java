// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plateaubench.api.IoReason;
import org.plateaubench.app.UsageError;

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

    private static FirstRunFile of(String template, String name, Object... values) throws IOException {
        try (InputStream text = Objects.requireNonNull(FirstRunFile.class.getResourceAsStream(template))) {
            return new FirstRunFile(name, new String(text.readAllBytes(), StandardCharsets.UTF_8).formatted(values));
        }
    }

    /** Fetches the page once and writes a run file for it; an address without a scheme is taken as http. */
    public static FirstRunFile ofPage(String given) throws IOException, InterruptedException {
        String address = given.matches("(?i)[a-z][a-z0-9+.-]*://.*") ? given : "http://" + given;
        if (!ADDRESS.matcher(address).matches()) {
            throw new UsageError("'" + given + "' is not an address such as http://shop.lab:8080.");
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
        return of(
                "first-web.yaml",
                name,
                page,
                name,
                Draft.scalar(HarImport.origin(page.toString())),
                Draft.scalar(ImportedText.literal(path)),
                "status: " + answer.statusCode()
                        + (hasTitle ? ", contains: " + Draft.scalar(ImportedText.literal(title.group(1))) : ""));
    }

    private static URI uri(String given, String address) throws UsageError {
        try {
            return URI.create(address);
        } catch (IllegalArgumentException e) {
            throw new UsageError("'" + given + "' is not an address such as http://shop.lab:8080.");
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
    public static FirstRunFile ofDatabase(String address, String user) throws IOException {
        if (address.isEmpty() || address.equals(EMBEDDED)) {
            return of("first-sql-h2.yaml", "sql-h2", "an embedded H2", "sql-h2", "{ service: h2, mode: embedded }");
        }
        Matcher matcher = DATABASE.matcher(address);
        String service = matcher.matches() ? SERVICES.get(matcher.group(1)) : null;
        if (service == null) {
            throw new UsageError("'" + address + "' is not an address such as jdbc:postgresql://db.lab/shop, of"
                    + " PostgreSQL, MariaDB, MySQL or an H2 server; docs/plugins/sql.md shows other drivers.");
        }
        String name = Naming.of("sql-" + matcher.group(2));
        String login = user.isEmpty()
                ? ""
                : ", user: " + Draft.scalar(ImportedText.literal(user)) + ", password: \"${env:DB_PASSWORD}\"";
        String sut = "{ service: " + service + ", mode: external, url: " + Draft.scalar(address) + login + " }";
        return of("first-sql.yaml", name, address.split("[;?]", 2)[0], name, sut);
    }
}
