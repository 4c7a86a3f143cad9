// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.webhooks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.file.AtomicFile;

/** The webhooks of a console, in a file that only its owner can read because it contains their keys. Any thread. */
final class WebhookFile {
    static final String NAME = "webhooks.json";

    private final Path path;
    private List<Webhook> hooks;

    private record Stored(List<Webhook> webhooks) {}

    /**
     * Reads the file; a missing file means no webhooks.
     *
     * @throws IOException with a message for the user if it cannot be read
     */
    WebhookFile(Path data) throws IOException {
        path = data.resolve(NAME).toAbsolutePath();
        hooks = Files.exists(path) ? read(path) : List.of();
    }

    private static List<Webhook> read(Path path) throws IOException {
        try {
            return List.copyOf(Documents.readKnown(Files.readString(path, StandardCharsets.UTF_8), Stored.class)
                    .webhooks());
        } catch (IllegalArgumentException | NullPointerException e) {
            throw new IOException(
                    path + " cannot be read as a list of webhooks; correct or remove it (" + e.getMessage() + ")", e);
        }
    }

    synchronized List<Webhook> all() {
        return hooks;
    }

    synchronized void add(Webhook hook) throws IOException {
        List<Webhook> changed = new ArrayList<>(hooks);
        changed.add(hook);
        write(changed);
    }

    synchronized void remove(String id) throws IOException {
        write(hooks.stream().filter(hook -> !hook.id().equals(id)).toList());
    }

    private void write(List<Webhook> changed) throws IOException {
        AtomicFile.writeForOwner(path, Documents.text(new Stored(changed)));
        hooks = List.copyOf(changed);
    }
}
