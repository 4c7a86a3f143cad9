// SPDX-License-Identifier: Apache-2.0
/** What lists say of a stored run, read without trusting its folder. */
@NullMarked
package org.plateaubench.app.runs;

import org.jspecify.annotations.NullMarked;
