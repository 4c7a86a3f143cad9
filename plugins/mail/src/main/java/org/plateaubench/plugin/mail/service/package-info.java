// SPDX-License-Identifier: Apache-2.0
/** Mail sites as systems under test: service {@code mail}, and the services of real servers. */
@NullMarked
package org.plateaubench.plugin.mail.service;

import org.jspecify.annotations.NullMarked;
