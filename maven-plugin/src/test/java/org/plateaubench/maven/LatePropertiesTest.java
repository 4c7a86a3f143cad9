// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.junit.jupiter.api.Test;

final class LatePropertiesTest {
    @Test
    void knownPropertiesAreReplacedAndOtherTextStays() {
        Properties properties = new Properties();
        properties.setProperty("shop.port", "4$1711");

        assertThat(PlateauMojo.resolve("http://h:@{shop.port}/@{other}/${x}", properties))
                .isEqualTo("http://h:4$1711/@{other}/${x}");
    }
}
