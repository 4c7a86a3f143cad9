// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import java.io.IOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.http.Json;
import tools.jackson.databind.JsonNode;

/** Somebody with a browser of their own, which keeps cookies, and who decides about each step. One thread. */
final class Visitor implements AutoCloseable {
    private static final Pattern FORM = Pattern.compile("<form[^>]* action=\"([^\"]+)\"");
    private static final Pattern PROMPT = Pattern.compile("name=\"prompt\" value=\"(\\w+)\"");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    final CookieManager cookies = new CookieManager(null, CookiePolicy.ACCEPT_ALL);
    private final URI console;
    private final HttpClient http;
    private final List<String> set = new ArrayList<>();

    Visitor(URI console) {
        this(console, null);
    }

    /** One whose browser trusts certificates of its own. */
    Visitor(URI console, @Nullable SSLContext trust) {
        this.console = console;
        HttpClient.Builder builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).cookieHandler(cookies);
        if (trust != null) {
            builder.sslContext(trust);
        }
        http = builder.build();
    }

    /** Begins a sign-in and gives the address of the provider's page. */
    URI begin(@Nullable String returnTo) throws IOException, InterruptedException {
        HttpResponse<String> answer = beginning(returnTo);
        if (answer.statusCode() != 200) {
            throw new AssertionError(answer.body());
        }
        return URI.create(Json.mapper().readTree(answer.body()).get("address").asString());
    }

    HttpResponse<String> beginning(@Nullable String returnTo) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(console.resolve("/api/v1/session/provider"))
                .header("Content-Type", "application/json")
                .header("Origin", console.toString().replaceFirst("/$", ""))
                .POST(HttpRequest.BodyPublishers.ofString(
                        returnTo == null ? "{}" : Json.mapper().writeValueAsString(Map.of("returnTo", returnTo)))));
    }

    /** Signs in at the provider by its pages, and gives the address of the console that it sends the browser to. */
    URI passProvider(URI page, String login) throws IOException, InterruptedException {
        URI address = page;
        HttpResponse<String> answer = get(address);
        while (true) {
            String location = answer.headers().firstValue("Location").orElse(null);
            if (location != null) {
                address = address.resolve(location);
                if (address.getPort() == console.getPort()) {
                    return address;
                }
                answer = get(address);
                continue;
            }
            Matcher form = FORM.matcher(answer.body());
            Matcher prompt = PROMPT.matcher(answer.body());
            if (!form.find() || !prompt.find()) {
                throw new AssertionError(answer.statusCode() + " at " + address + ": " + answer.body());
            }
            address = address.resolve(form.group(1));
            answer = post(address, Map.of("prompt", prompt.group(1), "login", login, "password", "any"));
        }
    }

    private HttpResponse<String> post(URI address, Map<String, String> fields)
            throws IOException, InterruptedException {
        String body = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return send(HttpRequest.newBuilder(address)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    HttpResponse<String> get(URI address) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(address));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> answer =
                http.send(request.timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString());
        set.addAll(answer.headers().allValues("Set-Cookie"));
        return answer;
    }

    /** The whole way, and the address that the console leads to in the end. */
    URI signIn(String login) throws IOException, InterruptedException {
        return comeBack(passProvider(begin(null), login));
    }

    /** Calls what the provider sent the browser to, and gives where the console leads to. */
    URI comeBack(URI address) throws IOException, InterruptedException {
        HttpResponse<String> answer = get(address);
        if (answer.statusCode() != 303) {
            throw new AssertionError(answer.statusCode() + " " + answer.body());
        }
        return URI.create(answer.headers().firstValue("Location").orElseThrow());
    }

    /** Who the console says that this is. */
    JsonNode session() throws IOException, InterruptedException {
        return Json.mapper().readTree(get(console.resolve("/api/v1/session")).body());
    }

    /** Name and role, or why there is none. */
    String whoAmI() throws IOException, InterruptedException {
        JsonNode session = session();
        return session.get("user").isNull()
                ? session.get("refused").asString("nobody")
                : session.at("/user/name").asString() + " "
                        + session.at("/user/role").asString();
    }

    /** What is sent to the console now. */
    String cookie() {
        return cookies.getCookieStore().get(console).stream()
                .filter(cookie -> cookie.getName().startsWith("plateau-session-"))
                .map(cookie -> cookie.getName() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
    }

    /** Every cookie that was set, as it was. */
    List<String> set() {
        return List.copyOf(set);
    }

    @Override
    public void close() {
        http.close();
    }
}
