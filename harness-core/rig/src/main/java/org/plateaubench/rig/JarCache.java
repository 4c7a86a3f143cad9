// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Names;
import org.plateaubench.loader.Sha256;
import org.plateaubench.loader.ShownText;
import org.plateaubench.process.OwnerOnly;

public final class JarCache {
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._+-]{0,150}\\.jar");
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");
    private static final long MAX_BYTES = 1L << 30;

    private final Path folder;
    private final @Nullable Set<String> allowed;

    /** Jars in a folder; {@code allow} is the file of jars that may be used, {@code any}, or empty for none. */
    public static JarCache of(Path folder, String allow) throws IOException {
        return switch (allow) {
            case "any" -> new JarCache(folder, null);
            case "" -> new JarCache(folder, Set.of());
            default -> new JarCache(folder, allowedIn(Path.of(allow)));
        };
    }

    /**
     * Reads the SHA-256 of the jars, 64 hexadecimal digits each. A line begins with a digest, after which the rest is
     * ignored, so that the output of {@code sha256sum} is a valid file. Lines that begin with {@code #} are comments.
     *
     * @throws IOException with file and line number when a line begins with something else
     */
    static Set<String> allowedIn(Path file) throws IOException {
        Set<String> digests = new HashSet<>();
        String remedy = "sha256sum of the jars that may run makes one, and --allow any needs none";
        byte[] text = RigDocument.file("The file of --allow", file, remedy);
        List<String> lines = new String(text, StandardCharsets.UTF_8).lines().toList();
        for (int index = 0; index < lines.size(); index++) {
            String line = lines.get(index).strip();
            String digest = line.split("\\s+", 2)[0];
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            if (!DIGEST.matcher(digest).matches()) {
                throw new IOException(file + ":" + (index + 1) + ": '" + ShownText.of(digest)
                        + "' is not a SHA-256; a line must begin with the 64 hexadecimal digits of a jar's digest.");
            }
            digests.add(digest);
        }
        return digests;
    }

    JarCache(Path folder, @Nullable Set<String> allowed) throws IOException {
        this.folder = OwnerOnly.folder(folder.toAbsolutePath());
        this.allowed = allowed == null ? null : Set.copyOf(allowed);
    }

    void check(String agent, Offer offer) throws IOException {
        long total = 0;
        for (Offer.Plugin plugin : offer.plugins()) {
            if (!Names.isValid(plugin.id())) {
                throw new IOException("The controller offers a plugin without a valid name.");
            }
            for (Offer.Jar jar : plugin.jars()) {
                total += Math.max(0, jar.sizeBytes());
                if (!PLAIN_NAME.matcher(jar.name()).matches()
                        || !DIGEST.matcher(jar.sha256()).matches()
                        || jar.sizeBytes() <= 0
                        || total > MAX_BYTES) {
                    throw new IOException("The controller offers a jar of plugin " + plugin.id()
                            + " whose name, digest or size is not valid.");
                }
                if (allowed != null && !allowed.contains(jar.sha256())) {
                    throw new IOException("Agent " + agent + " may not run " + jar.name() + " of plugin " + plugin.id()
                            + ": its administrator has not allowed the digest " + jar.sha256() + " (--allow).");
                }
            }
        }
    }

    List<Offer.Jar> missing(Offer offer) {
        return offer.plugins().stream()
                .flatMap(plugin -> plugin.jars().stream())
                .filter(jar -> !Files.exists(file(jar)))
                .distinct()
                .toList();
    }

    void assemble(Offer offer, Path plugins) throws IOException {
        for (Offer.Plugin plugin : offer.plugins()) {
            Path pluginFolder = Files.createDirectories(plugins.resolve(plugin.id()));
            for (Offer.Jar jar : plugin.jars()) {
                Files.copy(file(jar), pluginFolder.resolve(jar.name()));
            }
        }
    }

    private Path file(Offer.Jar jar) {
        return folder.resolve(jar.sha256() + ".jar");
    }

    Path begin(Offer.Jar jar) throws IOException {
        return Files.write(folder.resolve(jar.sha256() + ".part"), new byte[0]);
    }

    /** Keeps a received jar, if it has the offered digest. */
    void keep(Path part, Offer.Jar jar) throws IOException {
        if (Files.size(part) != jar.sizeBytes() || !Sha256.of(part).equals(jar.sha256())) {
            Files.delete(part);
            throw new IOException("The controller sent another " + jar.name() + " than it offered.");
        }
        Files.move(part, file(jar), StandardCopyOption.ATOMIC_MOVE);
    }
}
