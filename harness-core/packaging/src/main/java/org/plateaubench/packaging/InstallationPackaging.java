// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.plateaubench.app.signing.SshKey;
import org.plateaubench.app.signing.SshSignature;
import org.plateaubench.cli.release.Packaging;
import org.plateaubench.cli.release.Release;

/** Creates the files from which users install Plateau on other hosts. Stateless. */
public final class InstallationPackaging implements Packaging {
    @Override
    public void archive(Release release, Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        InstallationArchive.write(release, file);
    }

    @Override
    public List<String> problems(Order order) {
        List<String> problems = new ArrayList<>();
        if (Files.exists(order.folder()) && !Files.isDirectory(order.folder())) {
            problems.add("--to: " + order.folder() + " is a file; name a folder.");
        }
        order.key().ifPresent(key -> check(problems, "--key", () -> SshKey.signer(key)));
        order.imageBase().ifPresent(base -> check(problems, "--image-base", () -> ImageBase.of(base)));
        return problems;
    }

    private static void check(List<String> problems, String option, Check check) {
        try {
            check.run();
        } catch (IOException e) {
            problems.add(option + ": " + e.getMessage());
        }
    }

    /** Reads the value of an option. */
    @FunctionalInterface
    private interface Check {
        void run() throws IOException;
    }

    @Override
    public List<Path> write(Release release, Order order, Consumer<String> progress) throws IOException {
        Path folder = Files.createDirectories(order.folder());
        Files.writeString(release.folder().resolve("THIRD-PARTY.txt"), ThirdParty.list(release.billOfMaterials()));
        List<Path> files = new ArrayList<>();
        // The image is first, because a registry may refuse.
        if (order.imageBase().isPresent()) {
            ContainerImage image = new ContainerImage(release);
            files.add(folder.resolve(image.fileName()));
            progress.accept(
                    "building the container image on " + order.imageBase().get());
            image.write(ImageBase.of(order.imageBase().get()), files.getLast());
        }
        files.add(folder.resolve("plateau-" + release.version() + ".tar.gz"));
        InstallationArchive.write(release, files.getLast());
        DebianPackage debian = new DebianPackage(release);
        files.add(folder.resolve(debian.fileName()));
        debian.write(files.getLast());
        files.add(folder.resolve("plateau-" + release.version() + "-sbom.json"));
        Files.copy(release.billOfMaterials(), files.getLast(), StandardCopyOption.REPLACE_EXISTING);
        sign(order, files);
        return files;
    }

    private static void sign(Order order, List<Path> files) throws IOException {
        Path sums = order.folder().resolve("SHA256SUMS");
        Digests.write(files, sums);
        files.add(sums);
        Path signature = order.folder().resolve("SHA256SUMS.sig");
        Files.deleteIfExists(signature);
        if (order.key().isPresent()) {
            Files.writeString(
                    signature, SshSignature.sign(sums, SshKey.signer(order.key().get())));
            files.add(signature);
        }
    }
}
