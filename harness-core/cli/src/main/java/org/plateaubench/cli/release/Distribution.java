// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The files that users of other hosts install from. */
public final class Distribution {
    private final Release release;

    /** The files of an installation. */
    public Distribution(Release release) {
        this.release = release;
    }

    /** Writes only the archive, into a folder, and returns it. */
    public Path archive(Path folder) throws IOException {
        Path archive = Files.createDirectories(folder).resolve("plateau-" + release.version() + ".tar.gz");
        InstallationArchive.write(release, archive);
        return archive;
    }

    /**
     * Writes archive, Debian package, bill of materials, digests and, with a key, the signature of the digests.
     *
     * @param folder made when it does not exist; files of the same names are replaced
     * @param key private Ed25519 key as PEM, null for no signature
     * @return the files
     * @throws IOException with a sentence for a person
     */
    public List<Path> write(Path folder, @Nullable Path key) throws IOException {
        Path bill = release.folder().resolve("sbom.json");
        Files.writeString(release.folder().resolve("THIRD-PARTY.txt"), ThirdParty.list(bill));
        List<Path> files = new ArrayList<>(List.of(archive(folder)));
        DebianPackage debian = new DebianPackage(release);
        files.add(folder.resolve(debian.fileName()));
        debian.write(files.getLast());
        files.add(folder.resolve("plateau-" + release.version() + "-sbom.json"));
        Files.write(files.getLast(), Files.readAllBytes(bill));
        Path sums = folder.resolve("SHA256SUMS");
        Digests.write(files, sums);
        files.add(sums);
        Path signature = folder.resolve("SHA256SUMS.sig");
        Files.deleteIfExists(signature);
        if (key != null) {
            Digests.sign(sums, key, signature);
            files.add(signature);
        }
        return files;
    }
}
