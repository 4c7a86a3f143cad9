// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.plugin.olio.data.MediaKind;
import org.plateaubench.plugin.olio.data.UploadFiles;

final class UploadFolderTest {
    @Test
    void foreignFilesAndLinksAreNamedAndKept(@TempDir Path folder) throws Exception {
        Path root = folder.resolve("uploads");
        Path album = Files.createDirectories(folder.resolve("album"));
        Path notes = root.resolve("images/events/notes.txt");
        Path link = root.resolve("images/album");
        try (UploadFolder uploads = new UploadFolder(root);
                Upload upload = new Upload(uploads, MediaKind.EVENT_DOCUMENT)) {
            Files.write(upload.received(), MediaKind.EVENT_DOCUMENT.bytes(1));
            assertThat(upload.accept(MediaKind.EVENT_DOCUMENT)).isEmpty();
            upload.keep(5);
            Files.writeString(notes, "mine");
            Files.writeString(album.resolve("5.jpg"), "mine too");
            Files.createSymbolicLink(link, album);
            assertThat(new UploadFiles(root).foreign()).containsExactlyInAnyOrder(notes, link);
            uploads.clear();
            assertThat(uploads.find(MediaKind.EVENT_DOCUMENT, 5)).isEmpty();
        }
        assertThat(notes).hasContent("mine");
        assertThat(album.resolve("5.jpg")).hasContent("mine too");
        assertThatThrownBy(() -> new UploadFolder(root))
                .hasMessageContaining("such as ")
                .isInstanceOf(IOException.class);
    }

    @Test
    void foreignFolderIsRefusedAndKept(@TempDir Path root) throws Exception {
        Path half = Files.createDirectories(root.resolve("incoming")).resolve("half");
        Files.writeString(half, "mine");
        assertThatThrownBy(() -> new UploadFolder(root))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(half.toString());
        assertThat(half).hasContent("mine");
    }

    @Test
    void uploadReplacesFilesOfEarlierRecord(@TempDir Path root) throws Exception {
        UploadFolder folder = new UploadFolder(root);
        try (Upload earlier = new Upload(folder, MediaKind.EVENT_PICTURE, MediaKind.EVENT_THUMBNAIL)) {
            Files.write(earlier.received(), MediaKind.EVENT_THUMBNAIL.bytes(1));
            assertThat(earlier.accept(MediaKind.EVENT_PICTURE)).isEmpty();
            earlier.keep(5);
        }
        assertThat(folder.find(MediaKind.EVENT_PICTURE, 5)).isPresent();
        try (Upload later = new Upload(folder, MediaKind.EVENT_PICTURE, MediaKind.EVENT_THUMBNAIL)) {
            later.keep(5);
        }
        assertThat(folder.find(MediaKind.EVENT_PICTURE, 5)).isEmpty();
        assertThat(folder.find(MediaKind.EVENT_THUMBNAIL, 5)).isEmpty();
    }
}
