// SPDX-License-Identifier: Apache-2.0
/** The interface of each application: addresses, forms, and the meaning of its pages. Nothing is sent here. */
@NullMarked
package org.plateaubench.plugin.olio.dialect;

import org.jspecify.annotations.NullMarked;
