// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plateaubench.api.IoReason;

/** The first run file for a web site, made from its address. Stateless; any thread. */
public final class FirstScenario {
    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final Pattern ADDRESS = Pattern.compile("(?i)https?://[^/?#\\s]+[^\\s]*");

    private FirstScenario() {}

    /**
     * A run file that fetches a page of a site.
     *
     * @param name name of the run, by which its file is called
     * @param text the run file
     */
    public record Made(String name, String text) {}

    /**
     * Fetches the page once and writes a run file for it.
     *
     * @param given the address; without a scheme, http is meant
     * @throws Unreadable with one sentence when it is not an address
     * @throws IOException with one sentence when the site does not answer, or with an error
     */
    public static Made of(String given) throws IOException, InterruptedException, Unreadable {
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
        return new Made(name, """
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
}
