// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.Installation;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.plugin.proving.ProvingPlugin;
import org.plateaubench.web.http.Json;
import tools.jackson.databind.JsonNode;

/** What a console keeps comes back from a backup, and a backup takes nothing away unasked. */
@Tag("slow")
final class BackupTest {
    private static final String RUN = """
            run: { name: later }
            phases: { rampUp: 1s, steady: 1s, rampDown: 1s }
            workloads:
              idle: { plugin: proving/null, load: { users: 1, think: { fixed: 10ms } } }
            """;

    private final ConsoleService console = new ConsoleService();

    @TempDir
    private Path folder;

    private TestConsole start() throws IOException {
        return TestConsole.start(Installation.of(PluginCatalog.of(new ProvingPlugin())), folder);
    }

    @Test
    void accountsTokensQueueAndAllowListComeBackAsTheyWereAndTheAuditLogSaysSo() throws Exception {
        Path data = folder.resolve("data");
        Path backup = folder.resolve("backup.zip");
        TestConsole.Client program;
        try (TestConsole first = start()) {
            TestConsole.Client admin = first.admin();
            first.user(admin, "vera", "viewer");
            program = first.anonymous();
            program.bearer = admin.send("POST", "/api/v1/tokens", "{\"name\":\"ci\",\"role\":\"admin\"}")
                    .expect(201)
                    .json()
                    .get("token")
                    .asString();
            admin.send("POST", "/api/v1/queue/pause", "{}").expect(200);
            admin.send("POST", "/api/v1/queue", Json.mapper().writeValueAsString(Map.of("text", RUN)))
                    .expect(201);
            console.backup(data, backup);
            admin.send("DELETE", "/api/v1/users/vera", null).expect(204);
            admin.send("POST", "/api/v1/queue/resume", "{}").expect(200);
            assertThatThrownBy(() -> console.restore(backup, data, true))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("another console uses");
            assertThatThrownBy(() -> console.backup(data, backup))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("is there already");
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(backup)))
                .isEqualTo("rw-------");

        assertThatThrownBy(() -> console.restore(backup, data, false))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("--replace");
        Path kept = console.restore(backup, data, true).orElseThrow();
        assertThat(kept.resolve("records.mv.db")).exists();
        try (TestConsole again = start()) {
            assertThat(again.console().firstToken()).isEmpty();
            TestConsole.Client admin = again.signedIn(TestConsole.ADMIN, TestConsole.PASSWORD);
            again.signedIn("vera", TestConsole.PASSWORD);
            TestConsole.Client token = again.anonymous();
            token.bearer = program.bearer;
            token.get("/api/v1/users").expect(200);
            JsonNode queue = admin.get("/api/v1/queue").expect(200).json();
            assertThat(queue.get("paused").asBoolean()).isTrue();
            assertThat(queue.at("/items/0/name").asString()).isEqualTo("later");
            assertThat(admin.get("/api/v1/audit?action=restore").expect(200).text())
                    .contains("backup.zip");
        }
    }

    @Test
    void whoeverWasSignedInWhenABackupWasMadeSignsInAnew() throws Exception {
        Path backup = folder.resolve("backup.zip");
        String cookie;
        try (TestConsole first = start()) {
            cookie = String.valueOf(first.admin().cookie);
            console.backup(folder.resolve("data"), backup);
        }
        Path other = Files.createDirectory(folder.resolve("other"));
        assertThat(console.restore(backup, other.resolve("data"), false)).isEmpty();
        assertThat(other.resolve("data/before-restore-001")).doesNotExist();
        try (TestConsole again = TestConsole.start(other)) {
            TestConsole.Client stolen = again.anonymous();
            stolen.cookie = cookie.replaceFirst("-\\d+=", "-" + again.address().getPort() + "=");
            stolen.get("/api/v1/users").expect(401);
            again.signedIn(TestConsole.ADMIN, TestConsole.PASSWORD);
        }
    }

    @Test
    void whatIsNoBackupIsRefusedAndChangesNothing() throws Exception {
        Path data = folder.resolve("data");
        try (TestConsole first = start()) {
            first.admin();
        }
        byte[] before = Files.readAllBytes(data.resolve("records.mv.db"));
        Path text = Files.writeString(folder.resolve("text.zip"), "no backup");
        Path outside = zip("outside.zip", "../../stolen", "x");
        Path unknown = zip("unknown.zip", "authorized_keys", "x");
        Path damaged = zip("damaged.zip", "records.mv.db", "x".repeat(10_000));
        for (Path wrong : new Path[] {text, outside, unknown, damaged, folder.resolve("none.zip")}) {
            assertThatThrownBy(() -> console.restore(wrong, data, true))
                    .as("%s", wrong)
                    .isInstanceOf(IOException.class)
                    .message()
                    .containsAnyOf("is not a backup of a console", "The backup cannot be read");
        }
        assertThat(Files.readAllBytes(data.resolve("records.mv.db"))).isEqualTo(before);
        assertThat(data.resolve("restoring")).doesNotExist();
        assertThat(data.resolve("before-restore-001")).doesNotExist();
        assertThat(folder.resolve("stolen")).doesNotExist();
        assertThatThrownBy(() -> console.backup(folder.resolve("elsewhere"), folder.resolve("none.zip")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("--data")
                .hasMessageContaining("pg_dump");
    }

    @Test
    void aBackupWithAFileWhereItsFolderBelongsOrTheReverseIsRefused() throws Exception {
        Path data = folder.resolve("data");
        try (TestConsole first = start()) {
            first.admin();
        }
        Path backup = folder.resolve("backup.zip");
        console.backup(data, backup);
        for (String entry : List.of("queue", "queue/a\0b", "queue/../queue/1", "records.mv.db/1")) {
            Path wrong = repacked(backup, entry);
            assertThatThrownBy(() -> console.restore(wrong, data, true))
                    .as(entry)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("is not a backup of a console");
            assertThat(data.resolve("before-restore-001")).as(entry).doesNotExist();
        }
        console.restore(repacked(backup, "queue/"), data, true);
        assertThat(Files.isRegularFile(data.resolve("queue")))
                .as("a program packed the folder")
                .isFalse();
        try (TestConsole again = start()) {
            again.signedIn(TestConsole.ADMIN, TestConsole.PASSWORD);
        }
    }

    /** A backup with one entry more, which is before all others. */
    private Path repacked(Path backup, String entry) throws IOException {
        Path file = Files.createTempFile(folder, "repacked", ".zip");
        try (ZipFile zip = new ZipFile(backup.toFile());
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
            out.putNextEntry(new ZipEntry(entry));
            for (ZipEntry one : Collections.list(zip.entries())) {
                out.putNextEntry(new ZipEntry(one.getName()));
                zip.getInputStream(one).transferTo(out);
            }
        }
        return file;
    }

    private Path zip(String name, String entry, String content) throws IOException {
        Path file = folder.resolve(name);
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("backup.json"));
            zip.write("{\"schema\":\"plateau.console-backup/1\"}".getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry(entry));
            zip.write(content.getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }
}
