// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.editor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.Installation;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.plugin.proving.ProvingPlugin;
import org.plateaubench.web.TestConsole;
import tools.jackson.databind.JsonNode;

/** What plugins say of themselves, and pages of theirs that can do nothing in a browser. */
final class PluginsTest {
    @TempDir
    private Path folder;

    private static String html(String markdown) {
        return new PageHtml("mine", page -> page.equals("other") ? "/plugins/other?page=other" : "")
                .of(markdown, "x")
                .html();
    }

    @Test
    void aPageCanDoNothing() {
        assertThat(html("<script>alert(1)</script>\n\nA <b onclick=x()>b</b>."))
                .doesNotContain("<script")
                .doesNotContain("<b")
                .contains("&lt;script&gt;");
        assertThat(html("[a](javascript:alert(1)) [b](data:text/html,x) [c](vbscript:x) <javascript:alert(1)>"))
                .doesNotContain("href")
                .contains("a", "b", "c");
        assertThat(html("![a](http://evil.example/x.png) ![b](data:image/png;base64,AAAA) ![c](../../etc/passwd)"))
                .doesNotContain("<img");
        assertThat(html("[a](/api/v1/queue) [b](//evil.example) [c](../user-guide.md) [d](a.yaml)"))
                .doesNotContain("href");
        assertThat(html("[a](https://example.org \"\\\" onmouseover=x\")"))
                .contains("href=\"https://example.org\"")
                .doesNotContain("onmouseover");
        assertThat(html("# T\n\n## <img src=x onerror=y> \"quoted\""))
                .doesNotContain("<img")
                .contains("<h2 id=\"doc-");
    }

    @Test
    void linksAndImagesLeadToWhereTheConsoleShowsThem() {
        assertThat(html("[a](other.md) [b](other.md#One) [c](#two)"))
                .contains("href=\"/plugins/other?page=other\"")
                .contains("href=\"/plugins/other?page=other#doc-One\"")
                .contains("href=\"#doc-two\"");
        assertThat(html("![a picture](../images/olio-home.png)"))
                .contains(
                        "src=\"/api/v1/plugins/mine/documentation/images/images/olio-home.png\"", "alt=\"a picture\"");
        assertThat(html("| a | b |\n|---|--:|\n| 1 | 2 |")).contains("<table>", "<td align=\"right\">2</td>");
    }

    @Test
    void thePagesOfAPluginAreItsOwn() throws Exception {
        Path docs = Files.createDirectories(folder.resolve("docs/plugins"));
        Files.writeString(docs.resolve("proving.md"), "# Plugin `proving`\n\nSee [more](proving-more.md).");
        Files.writeString(docs.resolve("proving-more.md"), "# More");
        Files.writeString(docs.resolve("other.md"), "# Not installed");
        Files.createDirectories(folder.resolve("docs/images"));
        Files.write(folder.resolve("docs/images/a.png"), new byte[] {1});
        Files.writeString(folder.resolve("secret.png"), "secret");
        Path own = Files.createDirectories(folder.resolve("roots/proving/docs"));
        Files.writeString(own.resolve("extra.md"), "# Extra");
        Installation installation = Installation.of(
                PluginCatalog.of(new ProvingPlugin()), folder.resolve("docs"), List.of(folder.resolve("roots")));
        try (TestConsole console = TestConsole.start(installation, folder)) {
            TestConsole.Client admin = console.admin();
            JsonNode list = admin.get("/api/v1/plugins").expect(200).json();
            assertThat(list.at("/plugins/0/id").asString()).isEqualTo("proving");
            assertThat(list.at("/plugins/0/documented").asBoolean()).isTrue();
            JsonNode detail = admin.get("/api/v1/plugins/proving").expect(200).json();
            assertThat(detail.at("/workloads/1/definition/operations/0/name").asString())
                    .isEqualTo("ask");
            assertThat(detail.at("/workloads/1/shares/ask").asDouble()).isEqualTo(1);
            assertThat(detail.at("/services/0/parameters/0/default").asString()).isEqualTo("fixed");
            String path = "/api/v1/plugins/proving/documentation";
            JsonNode page = admin.get(path + "?page=proving").expect(200).json();
            assertThat(page.get("title").asString()).isEqualTo("Plugin proving");
            assertThat(page.get("html").asString()).contains("href=\"/plugins/proving?page=proving-more\"");
            assertThat(page.get("pages").size()).isEqualTo(3);
            admin.get(path + "?page=other").expect(404);
            admin.get(path + "?page=..%2F..%2Fsecret").expect(404);
            assertThat(admin.get(path + "/images/images/a.png").expect(200).header("Content-Type"))
                    .startsWith("image/png");
            for (String image : List.of("..%2Fsecret.png", "images/..%2F..%2Fsecret.png", "a.svg")) {
                assertThat(admin.get(path + "/images/" + image).status())
                        .as(image)
                        .isBetween(400, 404);
            }
            admin.get("/api/v1/plugins/nobody").expect(404);
        }
    }
}
