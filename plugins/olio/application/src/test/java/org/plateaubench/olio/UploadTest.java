// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.olio.Visitor.Attachment;
import org.plateaubench.plugin.olio.data.MediaKind;
import org.plateaubench.plugin.olio.data.Names;
import org.plateaubench.plugin.olio.data.UploadFiles;

/** Accepted and refused files of forms. */
final class UploadTest {
    private static final Visitor SIGNED_IN = new Visitor().signedIn(Names.userName(13), Names.password(13));
    private static final String BOUNDARY_TYPE = "multipart/form-data; boundary=x";

    @AfterAll
    static void closeClients() {
        SIGNED_IN.close();
    }

    @Test
    void fileTypeIsDetectedByContent() throws IOException {
        long before = RunningSite.SHARED.files();
        assertRefused(new Attachment("picture", "harmless.jpg", ascii("GIF89a\1\0\1\0")), "not a JPEG");
        assertRefused(new Attachment("picture", "x.jpg", ascii("<svg onload=alert(1)>")), "not a JPEG");
        assertRefused(new Attachment("document", "x.pdf", ascii("<html><script>alert(1)</script>")), "not a PDF");
        assertRefused(new Attachment("document", "x.pdf", ascii("%PDF-1.4 without the rest")), "not a PDF");
        byte[] cut = Arrays.copyOf(MediaKind.EVENT_THUMBNAIL.bytes(1), 300);
        assertRefused(new Attachment("picture", "cut.jpg", cut), "cannot be read");
        assertThat(RunningSite.SHARED.files()).isEqualTo(before);
    }

    @Test
    void thumbnailIsMadeFromPicture() throws IOException {
        ByteArrayOutputStream jpeg = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(800, 400, BufferedImage.TYPE_INT_RGB), "jpeg", jpeg);
        HttpResponse<String> added =
                SIGNED_IN.send("/events", Forms.event(), new Attachment("picture", "../../x.jpg", jpeg.toByteArray()));
        assertThat(added.statusCode()).as(added.body()).isEqualTo(303);
        String id = String.valueOf(Visitor.location(added)).substring("/events/".length());
        BufferedImage picture = decoded("/images/events/" + id + ".jpg");
        assertThat(picture.getWidth()).isEqualTo(800);
        BufferedImage small = decoded("/images/events/" + id + "-thumb.jpg");
        assertThat(small.getWidth()).isEqualTo(256);
        assertThat(small.getHeight()).isEqualTo(128);
    }

    private static BufferedImage decoded(String path) throws IOException {
        byte[] bytes = SIGNED_IN.bytes(path).body();
        assertThat(bytes).startsWith((byte) 0xFF, (byte) 0xD8);
        return ImageIO.read(new ByteArrayInputStream(bytes));
    }

    @Test
    void tooLargeFileIsReportedInForm() {
        byte[] large = Arrays.copyOf(MediaKind.EVENT_PICTURE.bytes(1), 2 * 1024 * 1024 + 1);
        HttpResponse<String> answer =
                SIGNED_IN.send("/events", Forms.event(), new Attachment("picture", "l.jpg", large));
        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.body()).contains("This file is larger than 2 MB.", "New Orleans");
    }

    @Test
    void malformedFormIsRefusedAndLeavesNoFile() throws IOException {
        long before = RunningSite.SHARED.files();
        String part =
                "--x\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"a\"\r\n\r\n" + "a".repeat(40_000);
        assertThat(status(BOUNDARY_TYPE, part)).isEqualTo(400);
        assertThat(status("multipart/form-data", part)).isEqualTo(400);
        assertThat(status(BOUNDARY_TYPE, "no parts at all")).isEqualTo(400);
        assertThat(status(BOUNDARY_TYPE, "--x\r\n\r\n\r\n".repeat(100) + "--x--\r\n"))
                .isEqualTo(400);
        assertThat(status("application/json", "{}")).isEqualTo(415);
        assertThat(RunningSite.SHARED.files()).isEqualTo(before);
    }

    private static int status(String type, String body) {
        HttpRequest request = SIGNED_IN
                .request("/people")
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return SIGNED_IN.text(request).statusCode();
    }

    private static void assertRefused(Attachment file, String problem) {
        HttpResponse<String> answer = SIGNED_IN.send("/events", Forms.event(), file);
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body()).contains(problem);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

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
