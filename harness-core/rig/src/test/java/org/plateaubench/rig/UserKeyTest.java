// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Whether the server accepts keys and signatures is shown by {@link RigTest}. */
final class UserKeyTest {
    private static final byte[] CHALLENGE = "a challenge".getBytes(StandardCharsets.US_ASCII);

    @Test
    void aKeyHasTheNotationOfNats() {
        UserKey key = UserKey.create();
        assertThat(key.id()).matches("U[A-Z2-7]{55}");
        assertThat(key.seed()).matches("SU[A-Z2-7]{56}");
        assertThat(key.sign(CHALLENGE)).hasSize(64).isEqualTo(key.sign(CHALLENGE));
    }

    @Test
    void theSecretIsInNoText() {
        UserKey key = UserKey.create();
        assertThat(new Credentials("load1", Role.AGENT, "tls://x:1", "", key).toString())
                .doesNotContain(key.seed());
        assertThat(key.toString()).doesNotContain(key.seed());
    }

    @Test
    void aDamagedSeedIsRefused() {
        UserKey key = UserKey.create();
        char other = key.seed().charAt(20) == 'A' ? 'B' : 'A';
        String damaged = key.seed().substring(0, 20) + other + key.seed().substring(21);
        assertThatThrownBy(() -> new UserKey(key.id(), damaged).sign(CHALLENGE)).hasMessageContaining("damaged");
        assertThatThrownBy(() -> new UserKey(key.id(), "SU1").sign(CHALLENGE)).hasMessageContaining("damaged");
    }
}
