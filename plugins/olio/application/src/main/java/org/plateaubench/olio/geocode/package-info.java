// SPDX-License-Identifier: Apache-2.0
/** Where an address lies: a geocoder of the site's own, in process or over HTTP. */
@NullMarked
package org.plateaubench.olio.geocode;

import org.jspecify.annotations.NullMarked;
