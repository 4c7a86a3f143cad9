// SPDX-License-Identifier: Apache-2.0
/** The forms of the site: their fields, the rules for values, and a user's input. */
@NullMarked
package org.plateaubench.olio.form;

import org.jspecify.annotations.NullMarked;
