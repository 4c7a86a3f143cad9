// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.rig;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.key.Key;
import org.plateaubench.engine.config.key.Keys;
import org.plateaubench.engine.config.key.MappingTypes;
import org.plateaubench.engine.config.key.MappingValues;
import org.plateaubench.engine.config.key.Reading;
import org.plateaubench.engine.config.key.ScalarTypes;
import org.plateaubench.engine.config.key.SchemaForm;
import org.plateaubench.engine.config.key.ValueType;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.ConfigNode.Scalar;

/**
 * The type of the access by which an agent is started on its host: {@code ssh: { to: bench@load1.lab, plateau:
 * /opt/plateau, ... }}.
 */
final class SshType {
    private static final String RIG_UP = "only ./plateau rig up reads it";
    private static final String HOST_PATTERN = "^([a-z_][a-z0-9_-]{0,31}@)?[A-Za-z0-9][A-Za-z0-9.-]{0,253}$";
    private static final Pattern HOST = Pattern.compile(HOST_PATTERN);
    private static final Key<String> TO = Key.of(
                    "to",
                    ValueType.of(
                            "`host` or `user@host`", help -> SchemaForm.pattern(help, HOST_PATTERN), SshType::host),
                    "Host to which ssh connects.")
            .required("host or user@host")
            .anyClass(RIG_UP);
    private static final Key<Integer> PORT = Key.of("port", ScalarTypes.count(65_535), "Port of ssh.")
            .otherwise("that of the configuration of ssh")
            .anyClass(RIG_UP);
    private static final Key<String> PLATEAU = Key.of(
                    "plateau", ScalarTypes.TEXT, "Folder of the installation on that host.")
            .required("the folder of the installation there, such as /opt/plateau")
            .anyClass(RIG_UP);
    private static final Key<String> CREDENTIALS = Key.of(
                    "credentials", ScalarTypes.TEXT, "Credentials file of the agent on that host.")
            .required("the credentials file of the agent there")
            .anyClass(RIG_UP);
    private static final Key<String> ALLOW = Key.of(
                    "allow", ScalarTypes.TEXT, "File with the digests of jars that may be run on that host, or `any`.")
            .otherwise("none, for an agent that drives nothing")
            .anyClass(RIG_UP);
    static final Key<RigSpec.Ssh> SSH = Key.of(
            "ssh",
            MappingTypes.of(Keys.of(TO, PORT, PLATEAU, CREDENTIALS, ALLOW), (given, section) -> ssh(given)),
            "How ./plateau rig up starts it.");

    private SshType() {}

    private static RigSpec.@Nullable Ssh ssh(MappingValues given) {
        String to = given.get(TO);
        String plateau = given.get(PLATEAU);
        String credentials = given.get(CREDENTIALS);
        return to == null || plateau == null || credentials == null
                ? null
                : new RigSpec.Ssh(to, given.get(PORT), plateau, credentials, given.get(ALLOW));
    }

    private static @Nullable String host(ConfigNode node, String path, Reading reading) {
        if (node instanceof Scalar scalar && HOST.matcher(scalar.text()).matches()) {
            return scalar.text();
        }
        reading.mustBe("a host, or user@host", node, path);
        return null;
    }
}
