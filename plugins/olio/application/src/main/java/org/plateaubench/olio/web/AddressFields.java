// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.io.IOException;
import org.plateaubench.olio.geocode.Geocoder;
import org.plateaubench.olio.geocode.Geocoder.Coordinates;
import org.plateaubench.olio.page.FilledForm;
import org.plateaubench.plugin.olio.data.AddressForm;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The address in a form, and its coordinates. */
final class AddressFields {
    private static final Logger LOG = LoggerFactory.getLogger(AddressFields.class);

    private AddressFields() {}

    static AddressForm of(FilledForm filled) {
        return new AddressForm(
                filled.value("street1"),
                filled.value("street2"),
                filled.value("city"),
                filled.value("state"),
                filled.value("zip"),
                filled.value("country"));
    }

    static Coordinates located(Geocoder geocoder, AddressForm address) throws Refused {
        try {
            return geocoder.locate(address);
        } catch (IOException e) {
            LOG.warn("no coordinates", e);
            throw new Refused(503, "No map today", "The service that knows where addresses lie does not answer.");
        }
    }
}
