// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.launch.LaunchFailure;

final class BaselineArchiveTest {
    @TempDir
    Path folder;

    @Test
    void runIsRestoredWithoutReportPages() throws IOException, LaunchFailure {
        Path run = run();
        BaselineArchive archive = new BaselineArchive(folder.resolve("baselines/store.zip"));

        archive.store(List.of(run));
        Path unpacked = archive.unpack(folder.resolve("unpacked")).get(0);

        assertThat(unpacked.getFileName()).hasToString("20260101T000000Z-store-1");
        assertThat(unpacked.resolve("plan.json")).hasContent("{}");
        assertThat(unpacked.resolve("report.html")).doesNotExist();
        assertThat(unpacked.resolve("MANIFEST.sha256")).hasContent("aa  plan.json");
    }

    @Test
    void archiveOfSameRunIsIdentical() throws IOException, LaunchFailure {
        Path run = run();
        new BaselineArchive(folder.resolve("a.zip")).store(List.of(run));
        new BaselineArchive(folder.resolve("b.zip")).store(List.of(run));

        assertThat(folder.resolve("a.zip")).hasSameBinaryContentAs(folder.resolve("b.zip"));
    }

    @Test
    void severalRunsAreRestoredInOrder() throws IOException, LaunchFailure {
        Path run = run();
        Path second = Files.createDirectories(folder.resolve("20260101T000000Z-store-0"));
        Files.writeString(second.resolve("plan.json"), "[]");
        BaselineArchive archive = new BaselineArchive(folder.resolve("two.zip"));

        archive.store(List.of(run, second));

        List<Path> unpacked = archive.unpack(folder.resolve("unpacked"));
        assertThat(unpacked).extracting(Path::getFileName).containsExactly(run.getFileName(), second.getFileName());
        assertThat(unpacked.get(1).resolve("plan.json")).hasContent("[]");
    }

    @Test
    void entryOutsideTheFolderIsRefused() throws IOException {
        Path file = folder.resolve("evil.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry("../../evil"));
        }
        assertThatThrownBy(() -> new BaselineArchive(file).unpack(folder.resolve("unpacked")))
                .isInstanceOf(LaunchFailure.class)
                .hasMessageEndingWith("evil.zip is not a baseline: it has an entry '../../evil'.");
    }

    private Path run() throws IOException {
        Path run = Files.createDirectories(folder.resolve("20260101T000000Z-store-1"));
        Files.createDirectories(run.resolve("suts/db"));
        Files.writeString(run.resolve("plan.json"), "{}");
        Files.writeString(run.resolve("report.html"), "<p>");
        Files.writeString(run.resolve("MANIFEST.sha256"), "aa  plan.json\nbb  report.html\ncc  suts/db/plan.json\n");
        return run;
    }
}
