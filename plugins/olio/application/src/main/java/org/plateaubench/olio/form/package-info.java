// SPDX-License-Identifier: Apache-2.0
/** The forms of the site: their fields, what may stand in them, and what somebody has filled in. */
@NullMarked
package org.plateaubench.olio.form;

import org.jspecify.annotations.NullMarked;
