// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.plateaubench.olio.EventDetail.Coordinates;
import org.plateaubench.olio.Geocoder.GeocodeHandler;

final class GeocoderTest {
    @Test
    void anAddressIsAlwaysFoundAtTheSamePlaceOnEarth() {
        Set<Coordinates> places = new HashSet<>();
        for (int number = 0; number < 1000; number++) {
            Coordinates found = GeocodeHandler.located(number + " Main Street", "Salem", "OR", "97301");
            assertThat(GeocodeHandler.located(number + " MAIN street", "salem", "or", "97301"))
                    .isEqualTo(found);
            assertThat(found.latitude()).isBetween(-66.56, 66.56);
            assertThat(found.longitude()).isBetween(-180.0, 180.0);
            places.add(found);
        }
        assertThat(places).hasSizeGreaterThan(990);
        assertThat(places).anyMatch(place -> place.latitude() < 0).anyMatch(place -> place.longitude() > 0);
    }
}
