// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.app.UsageError;
import tools.jackson.databind.JsonNode;

/** Scenarios of recordings, descriptions and calls, read back as YAML. */
class RecordingTest {
    @TempDir
    private Path folder = Path.of("");

    private String translated(Recording kind, String name, String content) throws IOException {
        return kind.translate(Files.writeString(folder.resolve(name), content));
    }

    /** The parameters of the only workload. */
    private static JsonNode parameters(String runFile) throws UsageError {
        return ImportedText.yaml("", runFile)
                .path("workloads")
                .values()
                .iterator()
                .next()
                .path("parameters");
    }

    private static JsonNode step(String runFile, String flow, int index) throws UsageError {
        return parameters(runFile)
                .path("scenario")
                .path("flows")
                .path(flow)
                .path("steps")
                .path(index);
    }

    private static final String SHOP = """
            { "log": { "entries": [
              { "startedDateTime": "2026-01-01T09:59:59.000Z", "time": 100, "_resourceType": "document",
                "request": { "method": "GET", "url": "http://shop.test/", "headers": [] },
                "response": { "status": 301, "redirectURL": "https://shop.test/", "content": {} } },
              { "startedDateTime": "2026-01-01T10:00:00.000Z", "time": 100, "_resourceType": "document",
                "request": { "method": "GET", "url": "https://shop.test/", "headers": [
                  { "name": "User-Agent", "value": "browser" }, { "name": "Accept", "value": "text/html" } ] },
                "response": { "status": 200, "redirectURL": "", "content": { "mimeType": "text/html; charset=utf-8",
                  "text": "<title>Shop of ${things}</title><input type='hidden' name='csrf' value='abcdef123456'>" } } },
              { "startedDateTime": "2026-01-01T10:00:00.100Z", "time": 5, "_resourceType": "image",
                "request": { "method": "GET", "url": "https://shop.test/logo.png", "headers": [] },
                "response": { "status": 200, "content": {} } },
              { "startedDateTime": "2026-01-01T10:00:02.100Z", "time": 50, "_resourceType": "xhr",
                "request": { "method": "POST", "url": "https://shop.test/login", "headers": [],
                  "postData": { "mimeType": "application/x-www-form-urlencoded",
                    "text": "user=alice+b&password=geheim&csrf=abcdef123456" } },
                "response": { "status": 302, "redirectURL": "/home", "content": { "mimeType": "", "text": "" } } },
              { "startedDateTime": "2026-01-01T10:00:02.150Z", "time": 50, "_resourceType": "xhr",
                "request": { "method": "GET", "url": "https://shop.test/home", "headers": [] },
                "response": { "status": 200, "redirectURL": "", "content": { "mimeType": "application/json",
                  "text": "{\\"cart\\": {\\"id\\": 987654, \\"items\\": [{\\"key\\": \\"k-11-22-33\\"}]}}" } } },
              { "startedDateTime": "2026-01-01T10:00:02.200Z", "time": 50, "_resourceType": "fetch",
                "request": { "method": "PUT", "url": "https://shop.test/carts/987654?x=1", "headers": [
                  { "name": "Authorization", "value": "Bearer k-11-22-33" } ],
                  "postData": { "mimeType": "application/json", "text": "{\\"item\\": \\"k-11-22-33\\", \\"n\\": 2}" } },
                "response": { "status": 409, "redirectURL": "", "content": {} } },
              { "startedDateTime": "2026-01-01T10:00:03.200Z", "time": 50,
                "request": { "method": "GET", "url": "https://ads.test/track", "headers": [] },
                "response": { "status": 200, "content": { "mimeType": "application/json" } } }
            ] } }
            """;

    @Test
    void harRecordingBecomesOneFlow() throws IOException {
        String text = translated(Recording.HAR, "shop.har", SHOP);

        assertThat(parameters(text).path("url").asString("")).isEqualTo("https://shop.test");
        assertThat(parameters(text)
                        .path("scenario")
                        .path("flows")
                        .path("visit")
                        .path("steps")
                        .values())
                .extracting(step -> step.propertyNames().iterator().next())
                .containsExactly("get", "pause", "post", "put");
        assertThat(text)
                .contains(
                        "# Made from shop.har.",
                        "Left out: 1 request of images",
                        "Left out: 1 request to https://ads.test",
                        "DECIDE: the recorded answer was an error, status 409;");
        assertThat(step(text, "visit", 0).path("headers").propertyNames()).containsExactly("Accept");
        assertThat(step(text, "visit", 0).path("check").path("contains").asString(""))
                .isEqualTo("Shop of $${things}");
        assertThat(step(text, "visit", 1).path("pause").asString("")).isEqualTo("2000ms");
    }

    @Test
    void tokensAreExtractedFromReplies() throws IOException {
        String text = translated(Recording.HAR, "shop.har", SHOP);

        assertThat(step(text, "visit", 0)
                        .path("extract")
                        .path("csrf")
                        .path("css")
                        .asString(""))
                .isEqualTo("input[name=csrf]@value");
        assertThat(ImportedText.value(step(text, "visit", 2).path("form")))
                .isEqualTo(Map.of("user", "alice b", "password", "geheim", "csrf", "${csrf}"));
        assertThat(step(text, "visit", 2).path("check").path("status").asString(""))
                .as("status of the page after the redirect")
                .isEqualTo("200");
        assertThat(ImportedText.value(step(text, "visit", 2).path("extract")))
                .isEqualTo(Map.of("id", Map.of("json", "$.cart.id"), "key", Map.of("json", "$.cart.items[0].key")));
        assertThat(step(text, "visit", 3).path("put").asString("")).isEqualTo("/carts/${id}?x=1");
        assertThat(step(text, "visit", 3).path("headers").path("Authorization").asString(""))
                .isEqualTo("Bearer ${key}");
        assertThat(ImportedText.value(step(text, "visit", 3).path("json"))).isEqualTo(Map.of("item", "${key}", "n", 2));
        assertThat(text).contains("# DECIDE: the recorded value of password may be a secret");
    }

    @Test
    void openApiOperationsBecomeFlows() throws IOException {
        String text = translated(Recording.OPENAPI, "pets.yaml", """
                openapi: 3.0.0
                servers: [ { url: "https://{host}/v1/", variables: { host: { default: pets.test } } } ]
                security: [ { key: [] } ]
                components:
                  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
                  schemas:
                    Pet:
                      allOf:
                        - { $ref: "#/components/schemas/New" }
                        - { type: object, properties: { id: { type: integer, readOnly: true } } }
                    New: { properties: { name: { type: string, example: Rex }, kind: { enum: [cat, dog] }, friend: { $ref: "#/components/schemas/New" } } }
                paths:
                  /pets/{petId}:
                    parameters: [ { name: petId, in: path, required: true, schema: { type: integer, maximum: 40 } } ]
                    get:
                      operationId: getPet
                      parameters: [ { name: view, in: query, required: true, schema: { enum: [full, short] } }, { name: page, in: query } ]
                      responses: { 200: {}, default: {} }
                    delete: { responses: { "204": {} } }
                  /pets:
                    post:
                      security: []
                      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
                      responses: { "201": {} }
                """);

        assertThat(parameters(text).path("url").asString("")).isEqualTo("https://pets.test");
        JsonNode get = step(text, "getPet-flow", 0);
        assertThat(get.path("get").asString("")).isEqualTo("/v1/pets/${petId}?view=${view}");
        assertThat(ImportedText.value(get.path("headers"))).isEqualTo(Map.of("X-Key", "${xKey}"));
        assertThat(get.path("declined").path("status").asString("")).isEqualTo("404");
        assertThat(ImportedText.value(parameters(text).path("scenario").path("data")))
                .isEqualTo(Map.of(
                        "petId", Map.of("uniform", "1..40"), "view", Map.of("choice", List.of("full", "short"))));
        assertThat(parameters(text)
                        .path("scenario")
                        .path("flows")
                        .path("getPet-flow")
                        .path("weight")
                        .asString(""))
                .isEqualTo("5");
        JsonNode post = step(text, "post-v1-pets-flow", 0);
        assertThat(post.path("json").propertyNames()).contains("name", "kind").doesNotContain("id");
        assertThat(post.path("json").path("name").asString("")).isEqualTo("Rex");
        assertThat(post.path("headers").isMissingNode()).isTrue();
        assertThat(text).contains("# DECIDE: this operation deletes.");
    }

    @Test
    void curlCommandsBecomeRequests() throws UsageError {
        String text = Recording.translate("""
                        curl 'https://shop.test/cart?x=1#top' -sSL --compressed \\
                          -H 'Accept: */*' -H "X-Note: it's \\"here\\"" -b 'sid=1' --data-raw $'a=1\\u00e9&b=%2F'
                        curl -XPUT https://shop.test/items/5 --json '{"n": 1, "s": "${x}"}' -u me:geheim
                        curl -G https://other.test/find -d q=shoes -d page=2 -I
                        curl shop.test -F note=hi -F 'photo=@cat.jpg;type=image/jpeg'
                        """);

        assertThat(parameters(text).path("url").asString("")).isEqualTo("https://shop.test");
        assertThat(ImportedText.value(parameters(text).path("others")))
                .isEqualTo(List.of("https://other.test", "http://shop.test"));
        JsonNode first = step(text, "calls", 0);
        assertThat(first.path("post").asString("")).isEqualTo("/cart?x=1");
        assertThat(ImportedText.value(first.path("headers")))
                .isEqualTo(Map.of("Accept", "*/*", "X-Note", "it's \"here\"", "Cookie", "sid=1"));
        assertThat(ImportedText.value(first.path("form"))).isEqualTo(Map.of("a", "1\u00e9", "b", "/"));
        JsonNode second = step(text, "calls", 1);
        assertThat(second.path("put").asString("")).isEqualTo("/items/5");
        assertThat(ImportedText.value(second.path("json"))).isEqualTo(Map.of("n", 1, "s", "$${x}"));
        assertThat(second.path("headers").path("Authorization").asString("")).isEqualTo("Basic bWU6Z2VoZWlt");
        assertThat(step(text, "calls", 2).path("head").asString(""))
                .isEqualTo("https://other.test/find?q=shoes&page=2");
        assertThat(ImportedText.value(step(text, "calls", 3).path("multipart")))
                .isEqualTo(Map.of("note", "hi", "photo", Map.of("file", "cat.jpg")));
    }

    @Test
    void unsupportedCurlOptionsAreReported() throws UsageError {
        String text = Recording.translate("""
                        curl -k -T new.bin 'https://shop.test/a b' --http2 -H @more.txt --proxy http://p.test -H 'Cookie: sid=1'
                        curl -d @body.json https://shop.test/b --digest --url-query q=x
                        curl -r 0-99 https://shop.test/c
                        """);

        assertThat(parameters(text).path("anyCertificate").asString("")).isEqualTo("true");
        assertThat(parameters(text).path("protocol").asString("")).isEqualTo("http2");
        JsonNode first = step(text, "calls", 0);
        assertThat(first.path("put").asString("")).isEqualTo("/a%20b");
        assertThat(first.path("file").asString("")).isEqualTo("new.bin");
        JsonNode second = step(text, "calls", 1);
        assertThat(second.path("post").asString("")).isEqualTo("/b?q=x");
        assertThat(second.path("file").asString("")).isEqualTo("body.json");
        assertThat(step(text, "calls", 2).path("headers").path("Range").asString(""))
                .isEqualTo("bytes=0-99");
        assertThat(text.lines().filter(line -> line.contains("DECIDE: ")))
                .anyMatch(line -> line.contains("--proxy"))
                .anyMatch(line -> line.contains("-H @more.txt"))
                .anyMatch(line -> line.contains("--digest"))
                .anyMatch(line -> line.contains("body.json"))
                .anyMatch(line -> line.contains("credentials"));
    }

    @Test
    void importedNamesCannotInjectRunFileKeys() throws IOException {
        String text = translated(Recording.POSTMAN, "shop.json", """
                { "item": [
                  { "name": "a\\nphases: { steady: 9h }\\u001b[2J", "request": { "method": "FOO", "url": "http://shop.test/" } },
                  { "name": "b\\n# x", "request": { "method": "POST", "url": "http://shop.test/\\nrun: 1",
                    "auth": { "type": "odd\\nrun: {}" }, "header": [ { "key": "X\\nrun", "value": "1\\nrun: 2" } ] } } ] }
                """);

        assertThat(text.lines().filter(line -> line.startsWith("run") || line.startsWith("phases")))
                .hasSize(2);
        assertThat(text).doesNotContain("\u001b");
        assertThat(step(text, "requests-flow", 0).path("headers").propertyNames())
                .contains("X\nrun");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "HAR | { \"log\": | :1:9: is not JSON",
                "HAR | {} | has no entries of a recording",
                "HAR | []  | has no entries of a recording",
                "OPENAPI | a: [ | is not YAML",
                "OPENAPI | a: 1 | has neither 'openapi' nor 'swagger'",
                "OPENAPI | openapi: 3.0.0 | describes no operation",
                "POSTMAN | { \"requests\": [] } | has no requests (item)",
            })
    void fileOfAnotherFormatIsRefused(Recording kind, String content, String sentence) throws IOException {
        Path file = Files.writeString(folder.resolve("wrong"), content);

        assertThatThrownBy(() -> kind.translate(file))
                .isInstanceOf(UsageError.class)
                .hasMessageStartingWith(file + ":")
                .hasMessageContaining(sentence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "wget http://x.test | does not begin with curl",
                "curl | there is no address",
                "curl -H | option -H has no value",
                "curl --frobnicate value http://x.test | the option --frobnicate is not known here",
                "curl 'http://x.test | a quote in the command has no end",
                "curl ftp://x.test/file | is not an address of http or https",
            })
    void unsupportedCommandIsRefused(String command, String sentence) {
        assertThatThrownBy(() -> Recording.translate(command))
                .isInstanceOf(UsageError.class)
                .hasMessageContaining(sentence);
    }

    /** A pattern that would use too much memory, or is not supported, is replaced by a plain text. */
    @ParameterizedTest
    @ValueSource(
            strings = {"(a{1000}){100000}", "((((a{99}){99}){99}){99}){99}", "a{2147483647}", "(?=x)y\\p{L}+", "[a-"})
    void hostilePatternsGiveSmallRunFiles(String pattern) throws Exception {
        String text = translated(Recording.OPENAPI, "hostile.yaml", """
                openapi: 3.0.0
                servers: [{ url: "http://shop.test" }]
                paths:
                  /a/{id}:
                    get:
                      parameters:
                        - { name: id, in: path, required: true, schema: { type: string, pattern: 'PATTERN' } }
                      responses: { "200": { description: ok } }
                """.replace("PATTERN", pattern));
        assertThat(text).contains("/a/${id}").hasSizeLessThan(10_000);
    }
}
