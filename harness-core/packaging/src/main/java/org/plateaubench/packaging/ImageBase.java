// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.packaging;

import com.google.cloud.tools.jib.api.ImageReference;
import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.RegistryImage;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.frontend.CredentialRetrieverFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The image on which a container image is built.
 *
 * @param name the name, as given
 * @param begin the builder of an image with its layers
 */
record ImageBase(String name, JibContainerBuilder begin) {
    /**
     * Parses a name; nothing is downloaded.
     *
     * @param name {@code tar://FILE} for a file of {@code docker save} or {@code distribution/base-image}, otherwise
     *     the name of an image in a registry
     * @throws IOException if it is neither, with a message for the user
     */
    static ImageBase of(String name) throws IOException {
        if (name.startsWith(Jib.TAR_IMAGE_PREFIX)) {
            Path file = Path.of(name.substring(Jib.TAR_IMAGE_PREFIX.length()));
            if (!Files.isReadable(file) || Files.isDirectory(file)) {
                throw new IOException("there is no readable file " + file + ".");
            }
            return new ImageBase(name, Jib.from(TarImage.at(file)));
        }
        try {
            ImageReference reference = ImageReference.parse(name);
            return new ImageBase(
                    name,
                    Jib.from(RegistryImage.named(reference)
                            .addCredentialRetriever(CredentialRetrieverFactory.forImage(reference, event -> {})
                                    .dockerConfig())));
        } catch (InvalidImageReferenceException e) {
            throw new IOException(
                    "'" + name + "' is not a name of an image, such as eclipse-temurin:25-jdk, and no tar://FILE.", e);
        }
    }
}
