// SPDX-License-Identifier: Apache-2.0
/** How each application is spoken to: addresses, forms, and what its pages mean. Nothing is sent here. */
@NullMarked
package org.plateaubench.plugin.olio.dialect;

import org.jspecify.annotations.NullMarked;
