// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.upload;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.plugin.olio.data.media.MediaKind;

final class UploadFolderTest {
    @Test
    void whatAnEarlierOwnerOfTheNumberLeftIsNotShownAsTheNewOnes(@TempDir Path root) throws Exception {
        UploadFolder folder = new UploadFolder(root);
        try (Upload earlier = new Upload(folder, MediaKind.EVENT_PICTURE, MediaKind.EVENT_THUMBNAIL)) {
            Files.write(earlier.received(), MediaKind.EVENT_THUMBNAIL.bytes(1));
            earlier.picture(MediaKind.EVENT_PICTURE, MediaKind.EVENT_THUMBNAIL);
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
