// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.olio.upload.RejectedUpload;
import org.plateaubench.olio.upload.Upload;
import org.plateaubench.olio.upload.UploadFolder;
import org.plateaubench.plugin.olio.data.media.MediaKind;

/** A small file of very many pixels, in a process that ends when its heap does. */
final class UploadBombTest {
    private static final int SIDE_PIXELS = 4_990;
    private static final int AT_ONCE = 3;
    private static final long PATIENCE_SECONDS = 60;

    @Test
    @Timeout(90)
    void picturesOfMostPixelsDoNotExhaustASmallHeap(@TempDir Path folder) throws Exception {
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(SIDE_PIXELS, SIDE_PIXELS, BufferedImage.TYPE_BYTE_GRAY), "png", png);
        assertThat(png.size()).isLessThan(1_000_000);
        Path bomb = Files.write(folder.resolve("bomb.png"), png.toByteArray());
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        UploadBombTest.class.getName(),
                        bomb.toString()))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        try {
            assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue())
                    .as(Files.readString(folder.resolve("log")))
                    .isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    /** Uploads the file several times at once; ends in order when each was taken or rejected. */
    public static void main(String[] arguments) throws Exception {
        Path bomb = Path.of(arguments[0]);
        UploadFolder folder = new UploadFolder(bomb.resolveSibling("uploads"));
        List<Thread> uploads = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
            uploads.add(Thread.ofPlatform().start(() -> upload(folder, bomb)));
        }
        for (Thread upload : uploads) {
            upload.join();
        }
    }

    private static void upload(UploadFolder folder, Path bomb) {
        try (Upload upload = new Upload(folder)) {
            Files.copy(bomb, upload.received());
            upload.picture(MediaKind.EVENT_PICTURE, MediaKind.EVENT_THUMBNAIL);
        } catch (RejectedUpload e) {
            // That is as good.
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
