// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.dovecot;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.plateaubench.plugin.mail.service.host.HostLimits;
import org.plateaubench.plugin.mail.service.host.Versions;
import org.plateaubench.plugin.mail.service.postfix.Postfix;

/** The description of the servers of a SUT. */
record DovecotDescription(DovecotParameters given, List<Path> programs, Path folder) {
    /** Returns versions and settings, without secrets. */
    Map<String, String> facts() throws IOException, InterruptedException {
        Versions versions = new Versions(folder);
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("dovecot", versions.of(programs.getFirst(), "--version"));
        facts.put("postfix", versions.postfix());
        facts.put("radicale", versions.of(programs.getLast(), "--version"));
        facts.put("dovecot settings", String.join("; ", DovecotConfiguration.tuning(given)));
        facts.put("dovecot settings given", String.join("; ", given.dovecotSettings()));
        facts.put("postfix settings", Postfix.described(given.site()));
        given.site().describe(facts);
        facts.put("storage", given.storage().name().toLowerCase(Locale.ROOT));
        facts.put(
                "fs.inotify.max_user_instances", Long.toString(HostLimits.read().watchers()));
        return facts;
    }
}
