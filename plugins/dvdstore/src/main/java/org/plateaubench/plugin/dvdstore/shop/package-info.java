// SPDX-License-Identifier: Apache-2.0
/** The behaviour of shoppers: requests as a pure function of draws. */
@NullMarked
package org.plateaubench.plugin.dvdstore.shop;

import org.jspecify.annotations.NullMarked;
